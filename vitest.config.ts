import { globSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { chooseTestProject, type TestProject } from './test/support/choose-test-project.ts';

const files = Object.groupBy(
  globSync(['src/**/*.test.{ts,tsx}', '{db,scripts,test}/**/*.test.ts']),
  chooseTestProject,
);

const project = (
  name: TestProject,
  globalSetup: readonly string[],
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: files[name] ?? [], globalSetup: [...globalSetup] },
});

/** A project's set-up runs only where one of its files was chosen: unit tests wait for nothing. */
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      project('unit', []),
      project('database', ['./test/support/database-setup.ts']),
      project('browser', [
        './test/support/built-store-setup.ts',
        './test/support/database-setup.ts',
      ]),
    ],
  },
});

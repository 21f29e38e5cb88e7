import { globSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { chooseTestProject, type TestProject } from './test/support/choose-test-project.ts';
import LongFilesFirst from './test/support/long-files-first.ts';
import { measureStepLimitMs } from './test/support/wait-until.ts';

const files = Object.groupBy(
  globSync(['src/**/*.test.{ts,tsx}', '{db,scripts,simulators,test}/**/*.test.ts']),
  chooseTestProject,
);

const project = (
  name: TestProject,
  globalSetup: readonly string[],
  env: Record<string, string> = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: files[name] ?? [],
    globalSetup: [...globalSetup],
    setupFiles: name === 'unit' ? [] : ['./test/support/limited-steps.ts'],
    env,
  },
});

// Measured before the run itself makes the machine busy; its processes inherit it.
process.env['TEST_STEP_LIMIT_MS'] ??= String(measureStepLimitMs());

/** A project's set-up runs only where one of its files was chosen: unit tests wait for nothing. */
export default defineConfig({
  test: {
    // Each step that waits has a limit of its own (test/support/wait-until.ts) and says for what.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Twice the two cores of CI: many tests wait for a browser, a job or another process.
    maxWorkers: 4,
    // Files that run in one process share what they import, and their browser.
    isolate: false,
    sequence: { sequencer: LongFilesFirst },
    // What Vite makes of a file is kept until the file, this configuration or a package changes.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.data/vitest-modules' },
    projects: [
      project('unit', []),
      project('database', ['./test/support/database-setup.ts']),
      project(
        'browser',
        ['./test/support/built-store-setup.ts', './test/support/database-setup.ts'],
        // The built store runs as it does for buyers: React for developers takes longer.
        { NODE_ENV: 'production' },
      ),
    ],
  },
});

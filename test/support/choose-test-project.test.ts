import { expect, test } from 'vitest';
import { chooseTestProject } from './choose-test-project.ts';

test.each([
  ['src/core/catalogue/statistics.test.ts', 'unit'],
  ['src/adapters/jobs/worker.test.ts', 'database'],
  ['scripts/import-boundaries.test.ts', 'database'],
  ['test/pages/page-cache.test.ts', 'browser'],
  ['test/startup/startup-errors.test.ts', 'browser'],
])('%s belongs to the project "%s"', (file, project) => {
  expect(chooseTestProject(file)).toBe(project);
});

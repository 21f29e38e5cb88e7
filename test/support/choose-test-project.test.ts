import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chooseTestProject, slowTests } from './choose-test-project.ts';

test.each([
  ['src/core/catalogue/figures/statistics.test.ts', 'unit'],
  ['src/adapters/jobs/worker.test.ts', 'database'],
  ['src/adapters/goods/prepare.test.ts', 'database'],
  ['src/server/cache/page-cache.test.ts', 'database'],
  ['scripts/import-boundaries.test.ts', 'database'],
  ['test/pages/page-cache.test.ts', 'browser'],
  ['test/startup/startup-errors.test.ts', 'browser'],
])('%s belongs to the project "%s"', (file, project) => {
  expect(chooseTestProject(file)).toBe(project);
});

test('every test that is called slow is there', () => {
  expect(slowTests.filter((file) => !existsSync(file))).toEqual([]);
});

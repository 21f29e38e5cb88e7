import { readFileSync } from 'node:fs';
import { findImportClosure } from './import-closure.ts';

/**
 * unit: pure and quick. database: a PostgreSQL, an HTTP server, a document or a program of ours.
 * browser: the built store or a Chromium.
 */
export type TestProject = 'unit' | 'database' | 'browser';

/** Test code that names one of these runs what `npm run build` made. */
const runsBuiltStore = /scripts\/start\.ts|build\/server|playwright[-]core/;

/** Whoever imports one of these, directly or not, is more than a unit test. */
const slowImports = [
  'src/adapters/database/index.ts',
  'src/adapters/database/embedded-postgres.ts',
  'pg',
  'node:worker_threads',
  'node:http',
  'node:net',
  'node:child_process',
];

/** The project of a test file, by what it imports at run time, so that no list can go stale. */
export function chooseTestProject(testFile: string): TestProject {
  const closure = findImportClosure([testFile]);
  const testCode = [...closure].filter((file) => /^test\/.*\.ts$|\.test\.tsx?$/.test(file));
  if (testCode.some((file) => runsBuiltStore.test(readFileSync(file, 'utf8')))) return 'browser';
  return slowImports.some((name) => closure.has(name)) ? 'database' : 'unit';
}

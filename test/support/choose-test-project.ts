import { readFileSync } from 'node:fs';
import { findImportClosure } from './import-closure.ts';

/**
 * unit: pure and quick, all of them in three seconds. database: a PostgreSQL, an HTTP server, a
 * document, a program of ours or the whole demo. browser: the built store or a Chromium.
 */
export type TestProject = 'unit' | 'database' | 'browser';

/** Test code that names one of these runs what `npm run build` made. */
const runsBuiltStore =
  /scripts\/(start\.ts|run\.cjs)|dist\/serve|spawn..npm|exec npm[ ]start|playwright[-]core|count[-]page-work/;

/** Whoever imports one of these, directly or not, is more than a unit test. */
const slowImports = [
  'src/adapters/database/index.ts',
  'src/adapters/database/embedded-postgres.ts',
  'pg',
  'node:worker_threads',
  'node:http',
  'node:net',
  'node:child_process',
  // Prints and reads PDFs.
  '@libpdf/core',
  // An HTTP server in the place of S3.
  'test/support/s3-server.ts',
  // Writes all reports of the demo.
  'db/demo/report-writer/demo-reports.ts',
];

/** Tests with megabytes that an attacker sends, or tens of thousands of pages. */
export const slowTests: readonly string[] = [
  'src/adapters/html/html-reader.test.ts',
  'src/core/leads/cv-upload.test.ts',
  'src/server/cache/page-cache.test.ts',
];

/** The project of a test file, by what it imports at run time, so that no list can go stale. */
export function chooseTestProject(testFile: string): TestProject {
  const closure = findImportClosure([testFile]);
  const testCode = [...closure].filter((file) => /^test\/.*\.ts$|\.test\.tsx?$/.test(file));
  if (testCode.some((file) => runsBuiltStore.test(readFileSync(file, 'utf8')))) return 'browser';
  const isSlow = slowTests.includes(testFile) || slowImports.some((name) => closure.has(name));
  return isSlow ? 'database' : 'unit';
}

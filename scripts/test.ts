/**
 * `npm test`: runs all tests, or those whose file names match the words after `--`.
 * The last line is "N passed, N failed".
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { installTool } from './support/install-tool.ts';
import '../test/support/exit-with-parent.ts';

const resultFile = `.data/test-result-${process.pid}.json`;
const exitWithParent = path.resolve('test/support/exit-with-parent.ts');

try {
  installTool('test');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const vitest = spawn(
  process.execPath,
  [
    '--import',
    exitWithParent,
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./test/support/standing-tests.ts',
    `--outputFile.json=${resultFile}`,
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: findCompiledFolder(), ...process.env },
  },
);
// The terminal sends Ctrl+C to Vitest, too: it ends the run, and we tell how it went.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void vitest.kill(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM'));
const [status] = (await once(vitest, 'exit')) as [number | null];
const { passed, failed } = readCounts();
console.log(`${passed} passed, ${status === 0 ? failed : Math.max(failed, 1)} failed`);
process.exitCode = status === 0 && failed === 0 ? 0 : 1;

/**
 * Where what V8 compiled is kept for the programs of this run and of the next ones. It begins anew when
 * copies of programs in temporary folders have filled it.
 */
function findCompiledFolder(): string {
  const folder = path.resolve('.data/compiled-tests');
  const maxFiles = 20_000;
  const isFull = existsSync(folder) && readdirSync(folder, { recursive: true }).length > maxFiles;
  if (isFull) rmSync(folder, { recursive: true });
  return folder;
}

function readCounts(): { passed: number; failed: number } {
  if (!existsSync(resultFile)) return { passed: 0, failed: 1 };
  const counts = JSON.parse(readFileSync(resultFile, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  rmSync(resultFile);
  return { passed: counts.numPassedTests, failed: counts.numFailedTests };
}

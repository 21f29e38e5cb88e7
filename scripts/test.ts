/** `npm test`: finds or installs a Chromium, builds, runs every test, and ends with the line "N passed, N failed". */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { buildIfNeeded } from './build.ts';

const resultFile = '.data/test-result.json';

ensureBrowser();
await buildIfNeeded(console.log);
rmSync(resultFile, { force: true });
const run = spawnSync(
  'node_modules/.bin/vitest',
  [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${resultFile}`,
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
const testCounts = existsSync(resultFile)
  ? (JSON.parse(readFileSync(resultFile, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
    })
  : { numPassedTests: 0, numFailedTests: 1 };
const failed = Math.max(testCounts.numFailedTests, run.status === 0 ? 0 : 1);
console.log(`${testCounts.numPassedTests} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Uses the browser that is there; on Debian and Ubuntu, as root, installs theirs; else says what to do. */
function ensureBrowser(): void {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  if (process.env['CHROMIUM'] || names.some((name) => existsSync(`/usr/bin/${name}`))) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      'The tests need a Chromium: install one ("apt-get install chromium"), or set CHROMIUM to its path.',
    );
    process.exit(1);
  }
  console.log("Installing Chromium from this system's packages…");
  const apt = (...args: string[]): void =>
    void spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-qq');
  apt('install', '-y', '-qq', 'chromium');
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
);

/** Path of CHROMIUM's, or of this machine's; undefined if there is none. */
export const findChromium = (): string | undefined => {
  const { CHROMIUM } = process.env;
  return (CHROMIUM === undefined ? programs : [CHROMIUM]).find((program) => existsSync(program));
};

/** Draws no windows: a page takes two fifths of Chromium's own time. */
const shell = '/usr/bin/chromium-headless-shell';

/**
 * There is a Chromium afterwards: CHROMIUM's, this machine's, or in CI on Debian and Ubuntu, as
 * root, a newly installed one, and the shell beside it if the system has it. Throws with a sentence
 * if there is none and nobody asked for one.
 */
export function installChromiumIfMissing(): void {
  const mayInstall =
    process.env['CI'] && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const isThere = findChromium() !== undefined;
  if (isThere && (!mayInstall || process.env['CHROMIUM'] || existsSync(shell))) return;
  if (!mayInstall)
    throw new Error(
      'These tests need a Chromium: install one ("apt-get install chromium"), or set CHROMIUM to ' +
        'its path. "npm run test:unit" needs none.',
    );
  console.log("Installing Chromium from this system's packages…");
  // Without a network the tests do not wait for what only makes them faster.
  const timeout = isThere ? 60_000 : undefined;
  const missing = isThere ? [] : ['chromium'];
  runApt(['update', '-qq'], timeout);
  for (const name of [...missing, 'chromium-headless-shell'])
    runApt(['install', '-y', '-qq', name], timeout);
}

function runApt(args: readonly string[], timeout: number | undefined): void {
  spawnSync('apt-get', args, {
    timeout,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

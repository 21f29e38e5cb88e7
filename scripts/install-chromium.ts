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

/**
 * There is a Chromium afterwards: CHROMIUM's, this machine's, or in CI on Debian and Ubuntu, as
 * root, a newly installed one; and if the system has it the shell, which draws no windows and is
 * lighter. Throws with a sentence if there is none and nobody asked for one.
 */
export function installChromiumIfMissing(): void {
  if (findChromium() !== undefined) return;
  const mayInstall = process.env['CI'] && process.getuid?.() === 0;
  if (!mayInstall || !existsSync('/usr/bin/apt-get'))
    throw new Error(
      'These tests need a Chromium: install one ("apt-get install chromium"), or set CHROMIUM to ' +
        'its path. "npm run test:unit" needs none.',
    );
  console.log("Installing Chromium from this system's packages…");
  runApt('update', '-qq');
  for (const name of ['chromium', 'chromium-headless-shell']) runApt('install', '-y', '-qq', name);
}

function runApt(...args: string[]): void {
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

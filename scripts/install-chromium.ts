import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * There is a Chromium afterwards: this machine's, CHROMIUM's, or on Debian and Ubuntu, as root, a
 * newly installed one; and where the system has it the shell, which draws no windows and is lighter.
 * Throws with a sentence where none can be installed.
 */
export function installChromiumIfMissing(): void {
  if (process.env['CHROMIUM'] || programNames.some((name) => existsSync(`/usr/bin/${name}`)))
    return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(
      'The tests need a Chromium: install one ("apt-get install chromium"), or set CHROMIUM to its path.',
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

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const programNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * There is a Chromium afterwards: this machine's, CHROMIUM's, or on Debian and Ubuntu, as root, a
 * newly installed one. Throws with a sentence where none can be installed.
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
  // The lighter one, where the system has it.
  for (const name of ['chromium-headless-shell', 'chromium'])
    if (!existsSync(`/usr/bin/${programNames[0]}`)) runApt('install', '-y', '-qq', name);
}

function runApt(...args: string[]): void {
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

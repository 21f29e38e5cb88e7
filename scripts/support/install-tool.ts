import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Imports a package of `tools/<tool>/`, which has a package.json and a lock of its own, so that what
 * one script alone needs is not installed for everybody. Installs what the lock says where that was
 * not done since it changed; throws where npm fails.
 */
export async function importFromTool(tool: string, name: string): Promise<unknown> {
  const folder = path.resolve('tools', tool);
  const lock = path.join(folder, 'package-lock.json');
  const installed = path.join(folder, 'node_modules/.installed-lock.json');
  if (!existsSync(installed) || !readFileSync(lock).equals(readFileSync(installed))) {
    console.log(`Installing what this needs into tools/${tool} (once)…`);
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    copyFileSync(lock, installed);
  }
  const entry = createRequire(path.join(folder, 'package.json')).resolve(name);
  return import(pathToFileURL(entry).href);
}

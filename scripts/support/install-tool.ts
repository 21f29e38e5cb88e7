import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Folders of tools/, each with a package.json and a lock of its own. */
export type Tool = 'checks' | 'demo-data' | 'lighthouse' | 'machines' | 'test';

const tools: readonly string[] = [
  'checks',
  'demo-data',
  'lighthouse',
  'machines',
  'test',
] satisfies Tool[];
export const isTool = (name: string): name is Tool => tools.includes(name);

/**
 * Installs what the lock of `tools/<tool>/` says if that was not done since it changed: what
 * tests or one script alone need is not installed for everybody. Throws one sentence if npm fails.
 */
export function installTool(tool: Tool): void {
  if (isInstalled(tool)) return;
  const { folder, lock, installedLock } = findTool(tool);
  console.log(`Installing what this needs into tools/${tool} (once)…`);
  try {
    // As "npm test --silent" would have it, a failing installation says nothing.
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    });
  } catch (error) {
    const said = (error as { readonly stderr?: string }).stderr ?? '';
    const [reason = String(error)] =
      said.match(/(?<=^npm error )(?!code |errno |syscall ).+/m) ?? [];
    throw new Error(
      `tools/${tool} can't be installed (${reason}): see that npm reaches its registry, and try again.`,
      { cause: error },
    );
  }
  copyFileSync(lock, installedLock);
}

/** Imports a package of an installed tool. Throws a sentence if the tool is not installed. */
export async function importFromTool(tool: Tool, name: string): Promise<unknown> {
  return import(pathToFileURL(resolveInTool(tool, name)).href);
}

/** Path of a file in a package of an installed tool ("sitemap/schema/sitemap.xsd"). */
export function findInTool(tool: Tool, file: string): string {
  requireInstalled(tool);
  return path.join(findTool(tool).folder, 'node_modules', file);
}

/** The folder of an installed tool's programs, for a PATH. */
export const findPrograms = (tool: Tool): string => findInTool(tool, '.bin');

function resolveInTool(tool: Tool, name: string): string {
  requireInstalled(tool);
  return createRequire(path.join(findTool(tool).folder, 'package.json')).resolve(name);
}

function requireInstalled(tool: Tool): void {
  if (!isInstalled(tool))
    throw new Error(`tools/${tool} is not installed: run "node scripts/run-tool.ts ${tool}".`);
}

function isInstalled(tool: Tool): boolean {
  const { lock, installedLock } = findTool(tool);
  return existsSync(installedLock) && readFileSync(lock).equals(readFileSync(installedLock));
}

function findTool(tool: Tool) {
  const folder = path.resolve(import.meta.dirname, '../../tools', tool);
  return {
    folder,
    lock: path.join(folder, 'package-lock.json'),
    installedLock: path.join(folder, 'node_modules/.installed-lock.json'),
  };
}

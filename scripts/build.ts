/**
 * Builds the pages, the program and the islands: `npm run build` always and for production, `npm
 * start` and `npm test` if the sources changed and together with the demo's simulators.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeThisProcess, findOwner } from '#src/boot/lock-data-folder.ts';
import { createSteps } from '#src/steps.ts';
import { compressAssets } from './compress-assets.ts';

const buildStampFile = 'dist/stamp';
const turnFile = '.data/building';
const simulatorsFile = 'dist/simulators.js';
/** Where the other builds write meanwhile: React Router empties dist/. */
const besideFolder = '.dist';
const endWithParent = new URL('./support/end-with-parent.ts', import.meta.url).href;

/**
 * dist/ is of these sources afterwards, and has the demo's simulators. Throws what the tool said
 * if it fails, and the signal's reason if that ends it: nothing half built is left then.
 */
export async function buildIfNeeded(steps = createSteps(), signal?: AbortSignal): Promise<void> {
  const isWhole = (): boolean => isBuilt() && existsSync(simulatorsFile);
  if (isWhole()) return;
  const release = await waitForTurn(signal);
  try {
    if (isWhole()) return;
    const stamp = hashSources();
    await steps.run('Building the pages (once for this version)', async () => {
      if (!isBuiltFrom(stamp)) await build(signal);
      await buildWithVite('vite.simulators.config.ts', signal);
    });
    writeFileSync(buildStampFile, stamp);
  } finally {
    release();
  }
}

/**
 * No other process builds in this checkout afterwards, until the answered function is called. Throws
 * the signal's reason if that ends the wait.
 */
export async function waitForTurn(
  signal?: AbortSignal,
  printLine: (line: string) => void = console.log,
): Promise<() => void> {
  mkdirSync(path.dirname(turnFile), { recursive: true });
  let hasSaid = false;
  for (;;) {
    signal?.throwIfAborted();
    try {
      writeFileSync(turnFile, describeThisProcess(), { flag: 'wx' });
      return () => rmSync(turnFile, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = findOwner(turnFile);
    if (!owner) rmSync(turnFile, { force: true }); // It was killed.
    else if (!hasSaid)
      printLine(`Process ${owner.pid} builds this checkout already: waiting for its end…`);
    hasSaid ||= owner !== undefined;
    await sleep(100);
  }
}

/** True if dist/ is of these sources. */
export const isBuilt = (): boolean => isBuiltFrom(hashSources());

const isBuiltFrom = (stamp: string): boolean =>
  existsSync(buildStampFile) && readFileSync(buildStampFile, 'utf8') === stamp;

async function build(signal?: AbortSignal): Promise<void> {
  const removeAll = (): void => {
    for (const folder of ['dist', besideFolder]) rmSync(folder, { recursive: true, force: true });
  };
  removeAll();
  try {
    await Promise.all([runTool('react-router', ['build'], signal), buildOthers(signal)]);
  } catch (error) {
    removeAll();
    throw error;
  }
  for (const part of ['client', 'programs'])
    cpSync(path.join(besideFolder, part), part === 'client' ? 'dist/client' : 'dist', {
      recursive: true,
    });
  rmSync(besideFolder, { recursive: true });
  copyData();
  compressAssets('dist/client');
}

/** One after the other: they are as long together as the pages, which are built beside them. */
async function buildOthers(signal?: AbortSignal): Promise<void> {
  await buildWithVite('vite.programs.config.ts', signal);
  await buildWithVite('vite.islands.config.ts', signal);
  await buildWithVite('vite.islands.config.ts', signal, ['--mode', 'admin']);
}

/** Throws what Vite said if it fails. */
export const buildWithVite = (
  config: string,
  signal?: AbortSignal,
  more: readonly string[] = [],
): Promise<void> =>
  runTool('vite', ['build', '--logLevel', 'warn', '--config', config, ...more], signal);

/**
 * Copies the data that the program reads: with them, dist/ and the packages of production are all
 * that runs.
 */
function copyData(): void {
  cpSync('db/migrations', 'dist/db/migrations', { recursive: true });
  cpSync('db/demo', 'dist/db/demo', { recursive: true, filter: (file) => !file.endsWith('.ts') });
  const { name, version, license } = readPackage('package.json');
  const imports = {
    '#adapters/documents/render-thread.ts': './render-thread.js',
    '#adapters/goods/goods-process-main.ts': './goods-process-main.js',
    '#simulators/index.ts': './simulators.js',
  };
  const description = { name, version, license, private: true, type: 'module', imports };
  writeFileSync('dist/package.json', JSON.stringify(description, null, 2));
}

type Package = {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly bin: Record<string, string>;
};

const readPackage = (file: string): Package => JSON.parse(readFileSync(file, 'utf8')) as Package;

/**
 * Runs it in a group of its own, so that a terminal's Ctrl+C is ours to pass on. It ends with us: one
 * that went on after we were killed would write into the folders of the next build.
 */
async function runTool(program: string, args: string[], signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const tool = spawn(process.execPath, ['--import', endWithParent, findTool(program), ...args], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
  });
  const end = (): void => void tool.kill('SIGKILL');
  signal?.addEventListener('abort', end);
  let output = '';
  for (const stream of [tool.stdout, tool.stderr])
    stream?.on('data', (text: Buffer) => (output += text.toString()));
  const code = await new Promise<number | null>((resolve) => tool.once('close', resolve));
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
  if (code === 0) return;
  const reason = code === null ? `It was ended by ${tool.signalCode}: is there memory enough?` : '';
  throw new Error(`${output}\n${reason}\nBuilding failed at "${program} ${args.join(' ')}".`);
}

/** The program's JavaScript: what npm links in .bin is a shell's on Windows. */
function findTool(name: string): string {
  const folder = { 'react-router': 'node_modules/@react-router/dev', vite: 'node_modules/vite' }[
    name
  ];
  const { bin } = readPackage(`${folder}/package.json`);
  return path.join(String(folder), String(bin[name]));
}

const buildingScripts =
  /^scripts.((start|support|dev)\W.*|\w+-cli|build|compress-assets|subset-fonts)\./;

/** Of scripts/ the commands and what builds: others, such as those of tests, change no build. */
export const isInBuild = (file: string): boolean =>
  !file.includes('.test.') && (!file.startsWith('scripts') || buildingScripts.test(file));

/** A hash of the names and contents of everything that a build is made from, and of more files. */
export function hashSources(more: readonly string[] = []): string {
  const hash = createHash('sha256');
  const add = (file: string): void => void hash.update(`${file}\n`).update(readFileSync(file));
  for (const folder of ['src', 'db', 'public', 'scripts', 'simulators']) {
    for (const found of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(found.parentPath, found.name);
      if (found.isFile() && isInBuild(file)) add(file);
    }
  }
  for (const file of [
    'package-lock.json',
    'vite.config.ts',
    'vite.programs.config.ts',
    'vite.islands.config.ts',
    'vite.simulators.config.ts',
    'react-router.config.ts',
    ...more,
  ])
    add(file);
  return hash.digest('hex');
}

if (import.meta.main) {
  const release = await waitForTurn();
  try {
    await build();
    writeFileSync(buildStampFile, hashSources());
  } finally {
    release();
  }
}

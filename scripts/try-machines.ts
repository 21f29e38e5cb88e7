/**
 * `npm run machines`: installs and starts clones of the committed project as other people would, and
 * says for each whether the store opened, or which sentence said what is missing. Ends with 1 if
 * it was neither. `npm run machines -- pnpm` tries those with the word in their name. The oldest
 * Node, npm 9 to 12 and pnpm come from tools/machines, clean roots from debootstrap; what can't be
 * had here is one sentence and no failure. `--within-s 300` ends it after five minutes, and names what
 * was not tried by then.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildIfNeeded } from './build.ts';
import {
  findWhyNoRoots,
  makeRoot,
  personId,
  runInside,
  type Debian,
} from './machines/clean-root.ts';
import { findInTool, installTool } from './support/install-tool.ts';

type Machine = {
  readonly name: string;
  /** A clean root; this machine without it. */
  readonly inside?: { readonly debian: Debian; readonly isRoot: boolean };
  /** Path of the Node that people have, and of the JavaScript of their package manager. */
  readonly node: string;
  readonly manager: string;
  /** None if the packages and pages of the machine before are taken along. */
  readonly install?: readonly string[];
  readonly run: readonly string[];
  /** dist/ was built elsewhere, and is brought along. */
  readonly isBuilt?: boolean;
  /** The sentence that is printed instead of a store that opens. */
  readonly sentence?: RegExp;
};

const openWithinMs = 240_000;
try {
  installTool('machines');
} catch (error) {
  console.log(`  Other machines are not tried: ${String(error)}`);
  process.exit(0);
}
const { values, positionals } = parseArgs({
  options: { 'within-s': { type: 'string', default: '3600' } },
  allowPositionals: true,
});
const [word = ''] = positionals;
const limit = AbortSignal.timeout(Number(values['within-s']) * 1000);
const oldestNode = findInTool('machines', 'oldest-node/bin/node');
const tools = findInTool('machines', '');
const npm = (major: number): string => findInTool('machines', `npm-${major}/bin/npm-cli.js`);

/** Places of this machine's folders in a clean root. */
const insideTools = '/opt/machines';
const insideRuntime = '/opt/runtime';

/** In clean roots, one after the other: the second takes what the first has installed and built. */
const cleanMachines: readonly Machine[] = [
  {
    name: 'Debian 13 with its own Node 20.19 and npm 9, as a normal user: the two commands',
    inside: { debian: '13', isRoot: false },
    node: '/usr/bin/node',
    manager: `${insideTools}/npm-9/bin/npm-cli.js`,
    install: ['ci'],
    run: ['start'],
  },
  {
    name: 'Debian 12 with Node 24, as root: a start',
    inside: { debian: '12', isRoot: true },
    node: `${insideRuntime}/bin/node`,
    manager: `${insideTools}/npm-11/bin/npm-cli.js`,
    run: ['start'],
  },
];

const machinesHere: readonly Machine[] = [
  {
    name: 'Node 20.19 with npm 9, the two commands',
    node: oldestNode,
    manager: npm(9),
    install: ['ci'],
    run: ['start'],
  },
  {
    name: 'Node 24 with npm 12, --omit=dev and a dist/ from elsewhere',
    node: process.execPath,
    manager: npm(12),
    install: ['ci', '--omit=dev'],
    run: ['run', 'serve'],
    isBuilt: true,
  },
  {
    name: 'Node 20.19 with npm 10, --omit=dev and nothing built',
    node: oldestNode,
    manager: npm(10),
    install: ['ci', '--omit=dev'],
    run: ['start'],
    sentence: /^The pages must be built, and the packages for that are not installed/m,
  },
  {
    name: 'Node 24 with npm 11, --omit=optional',
    node: process.execPath,
    manager: npm(11),
    install: ['ci', '--omit=optional'],
    run: ['start'],
    sentence: /^The packages lack their part for this machine .* without --omit=optional\.$/m,
  },
  {
    name: 'Node 24 with pnpm',
    node: process.execPath,
    manager: findInTool('machines', 'pnpm/bin/pnpm.cjs'),
    // In CI pnpm would refuse to install without a lock of its own.
    install: ['install', '--no-frozen-lockfile'],
    run: ['start'],
    sentence: /^pnpm installed these packages, .*: run "npm ci" instead\.$/m,
  },
];

type Place = { readonly folder: string; readonly port: number };

/** A command in the store's folder, if nothing but this Node and this package manager is found. */
function surround(machine: Machine, { folder, port }: Place, words: readonly string[]) {
  const { node, manager, inside } = machine;
  const programs = path.join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  const write = (name: string, command: string): void => {
    writeFileSync(path.join(programs, name), `#!/bin/sh\nexec ${command} "$@"\n`);
    chmodSync(path.join(programs, name), 0o755);
  };
  write('node', node);
  write(manager.includes('pnpm') ? 'pnpm' : 'npm', `${node} ${manager}`);
  const settings = { PORT: String(port), LOG_LEVEL: 'error' };
  if (!inside) {
    const ours = Object.entries(process.env).filter(
      ([name]) => !name.startsWith('npm_') && name !== 'NODE_OPTIONS' && name !== 'NODE_ENV',
    );
    const PATH = [programs, '/usr/bin', '/bin'].join(path.delimiter);
    const env = { ...Object.fromEntries(ours), PATH, ...settings };
    return { program: node, args: [manager, ...words], cwd: path.join(folder, 'store'), env };
  }
  const runtime = path.resolve(path.dirname(process.execPath), '..');
  const [program, args] = runInside(
    {
      ...inside,
      mounts: { [folder]: '/srv', [tools]: insideTools, [runtime]: insideRuntime },
      env: { PATH: '/srv/programs:/usr/sbin:/usr/bin:/sbin:/bin', ...settings },
    },
    ['node', manager, ...words],
  );
  return { program, args: [...args], cwd: folder, env: process.env };
}

/** A program in the store's folder, which ends with all that it started if the time is over. */
function runMachine(machine: Machine, place: Place, words: readonly string[]) {
  const { program: name, args, cwd, env } = surround(machine, place, words);
  const program = spawn(name, args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const isRunning = (): boolean => program.exitCode === null && program.signalCode === null;
  const end = (signal: NodeJS.Signals): void => {
    if (isRunning() && program.pid) process.kill(-program.pid, signal);
  };
  const endAtLimit = (): void => end('SIGTERM');
  limit.addEventListener('abort', endAtLimit);
  const ended = new Promise<number | null>((resolve) => program.once('close', resolve)).finally(
    () => limit.removeEventListener('abort', endAtLimit),
  );
  if (limit.aborted) endAtLimit();
  return { readOutput: () => output, isRunning, end, ended };
}

/** Starts the store, and answers what it printed until it opened or ended; it has ended then. */
async function startStore(machine: Machine, place: Place) {
  const { readOutput, isRunning, end, ended } = runMachine(machine, place, machine.run);
  const until = performance.now() + openWithinMs;
  while (!readOutput().includes('Ctrl+C stops') && isRunning() && performance.now() < until)
    await sleep(100);
  const page = `http://localhost:${place.port}/report-store`;
  const isOpen = (await fetch(page).catch(() => null))?.ok;
  end('SIGINT');
  const code = await ended;
  return { output: readOutput(), isOpen: isOpen === true, code };
}

/** Installs the packages into the store's folder; what npm said if that failed. */
async function install(machine: Machine, place: Place): Promise<string | undefined> {
  const words = [...(machine.install ?? []), '--prefer-offline'];
  const { readOutput, ended } = runMachine(machine, place, words);
  return (await ended) === 0 ? undefined : `the installation failed:\n${readOutput()}`;
}

/** Returns the fault of how the store met this machine; undefined if it opened or said why not. */
async function tryMachine(
  machine: Machine,
  place: Place,
  before: string | undefined,
): Promise<string | undefined> {
  const store = path.join(place.folder, 'store');
  execFileSync('git', ['clone', '--quiet', process.cwd(), store]);
  if (machine.inside) await makeRoot(machine.inside.debian);
  if (machine.isBuilt) cpSync('dist', path.join(store, 'dist'), { recursive: true });
  if (machine.install === undefined)
    for (const part of ['node_modules', 'dist'])
      execFileSync('cp', ['-al', path.join(String(before), 'store', part), path.join(store, part)]);
  if (machine.inside?.isRoot === false)
    execFileSync('chown', ['-R', `${personId}:${personId}`, place.folder]);
  const failure = machine.install && (await install(machine, place));
  if (failure !== undefined) return failure;
  const { output, isOpen, code } = await startStore(machine, place);
  const isLeft = existsSync(path.join(store, '.data/postgres/postmaster.pid'));
  const isAsExpected = machine.sentence
    ? !isOpen && code !== 0 && machine.sentence.test(output)
    : isOpen && code === 0 && !isLeft;
  return isAsExpected ? undefined : `open: ${isOpen}, ended with ${code}:\n${output}`;
}

/** Tries them one after the other, and says how each went. */
async function tryAll(machines: readonly Machine[], port: number): Promise<void> {
  const folders: string[] = [];
  try {
    for (const machine of machines) {
      if (limit.aborted) {
        console.log(`  ${machine.name}: not tried, the time is over`);
        continue;
      }
      const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-machine-'));
      // As root the database runs under another account, inside this folder.
      chmodSync(folder, 0o755);
      const startedAt = performance.now();
      const trouble = await tryMachine(machine, { folder, port }, folders.at(-1));
      folders.push(folder);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      if (limit.aborted) {
        console.log(`  ${machine.name}: not done within ${values['within-s']} s`);
        continue;
      }
      const success = machine.sentence ? 'says what is missing' : 'opens';
      console.log(`  ${machine.name}: ${trouble ?? success}, ${seconds} s`);
      if (trouble !== undefined) process.exitCode = 1;
    }
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

await buildIfNeeded();
const isChosen = ({ name }: Machine): boolean => name.includes(word);
const whyNoRoots = await findWhyNoRoots();
if (whyNoRoots !== undefined) console.log(`  Clean roots of Debian are not tried: ${whyNoRoots}.`);
const clean = whyNoRoots === undefined ? cleanMachines : [];
// What Debian 13 shows already needs no second look.
const here = machinesHere.slice(clean.length > 0 ? 1 : 0);
// Beside one another: installing waits for the network, and making a root for the disk.
await Promise.all([
  tryAll(clean.some(isChosen) ? clean : [], 18_190),
  tryAll(here.filter(isChosen), 18_090),
]);

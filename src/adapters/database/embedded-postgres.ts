/**
 * The PostgreSQL that comes with the program: binaries from npm, a cluster in the data folder,
 * reachable on the loopback address only, with a password that nobody needs to know.
 */
import { existsSync, chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { silentSteps } from '#src/steps.ts';
import { readOrCreateSecret } from '../files/secret-file.ts';
import { findRunningPort, killCluster } from './cluster-processes.ts';
import { findFreePort } from './free-port.ts';
import { findOsAccount, findReachableFolder, type OsAccount } from './os-account.ts';
import { SupervisedPostgres } from './supervised-postgres.ts';
import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { ConfigError } from '#src/settings/config-error.ts';
import { findPostgresPrograms } from './postgres-binaries.ts';

export type EmbeddedPostgres = { readonly url: string; readonly stop: () => Promise<void> };

/**
 * A PostgreSQL with the data of `dataDir` accepts connections afterwards, and is started again on
 * its port if it ends by itself. An orphan of a killed program is ended first; data is kept.
 * Throws ConfigError if the cluster can't be created or the server does not start.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  printLine: (line: string) => void,
  steps = silentSteps,
): Promise<EmbeddedPostgres> {
  const account = findOsAccount();
  const folder = findClusterFolder(dataDir);
  const password = readPassword(dataDir);
  if (!isClusterFinished(folder)) {
    await steps.run('Creating the database (once)', () => createCluster(folder, password, account));
  }
  const port = await findFreePort();
  const url = connectionUrl(port, password);
  const server = new SupervisedPostgres({ folder, port, account }, url, printLine);
  await server.start();
  return { url, stop: () => server.stop() };
}

/** Kills the PostgreSQL of `dataDir` with all its processes, also a frozen one; data is kept. */
export const killEmbeddedPostgres = (dataDir: string): void =>
  killCluster(findClusterFolder(dataDir));

/** The URL of the database that runs for `dataDir`; undefined if none does. */
export function findEmbeddedPostgresUrl(dataDir: string): string | undefined {
  const port = findRunningPort(findClusterFolder(dataDir));
  return port === undefined ? undefined : connectionUrl(port, readPassword(dataDir));
}

const findClusterFolder = (dataDir: string): string =>
  path.join(findReachableFolder(dataDir, findOsAccount()), 'postgres');

const readPassword = (dataDir: string): string =>
  readOrCreateSecret(path.join(dataDir, 'database-password'), 18);

const connectionUrl = (port: number, password: string): string =>
  `postgres://reportstand:${password}@127.0.0.1:${port}/postgres`;

/**
 * False where there is no cluster, and where an initdb was killed while it made one, as versions
 * before F-72 left it: no server has run in it (postmaster.opts is written at the first start), and
 * its last database, 5, in which everything of ours is, was not made.
 */
function isClusterFinished(folder: string): boolean {
  const has = (name: string) => existsSync(path.join(folder, name));
  return has('PG_VERSION') && (has('postmaster.opts') || has('base/5/PG_VERSION'));
}

/**
 * An empty cluster is in `folder` afterwards, whose user "reportstand" has the password. Throws
 * ConfigError, and leaves no folder behind, if it can't be created.
 */
async function createCluster(
  folder: string,
  password: string,
  account: OsAccount | undefined,
): Promise<void> {
  const has = (name: string) => existsSync(path.join(folder, name));
  if (has('postmaster.opts') || has('base/5'))
    throw new ConfigError(
      `The database in ${folder} has lost its file PG_VERSION: bring back the folder from a ` +
        'backup, or move it away to begin with an empty one.',
    );
  // A killed initdb leaves a cluster that looks like a whole one: it gets its name at the end.
  const making = `${folder}.new`;
  for (const left of [folder, making]) rmSync(left, { recursive: true, force: true });
  mkdirSync(making, { recursive: true, mode: 0o700 });
  const passwordFile = `${folder}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account)
    for (const file of [making, passwordFile]) chownSync(file, account.ids.uid, account.ids.gid);
  const { initdb, env } = findPostgresPrograms(account);
  const args = [
    '-D',
    making,
    '-U',
    'reportstand',
    '--pwfile',
    passwordFile,
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-locale',
    '--data-checksums',
  ];
  const cwd = path.dirname(folder);
  const failure = await runInitdb(initdb, args, { ...account?.ids, env, cwd });
  rmSync(passwordFile, { force: true });
  if (failure === undefined) return renameSync(making, folder);
  rmSync(making, { recursive: true, force: true });
  throw new ConfigError(`The database could not be created in ${folder}: ${failure}`);
}

/** Why it failed, in its own last words; undefined if it did not. */
async function runInitdb(
  initdb: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<string | undefined> {
  const program = spawn(initdb, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  program.stderr?.on('data', (text: Buffer) => (output += text.toString()));
  try {
    const [code] = (await once(program, 'close')) as [number | null];
    if (code === 0) return undefined;
  } catch (error) {
    return String(error);
  }
  return output.trim().split('\n').at(-1) || `it was ended by ${program.signalCode}`;
}

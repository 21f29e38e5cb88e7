/**
 * The PostgreSQL that comes with the program: binaries from npm, a cluster in the data folder,
 * reachable on the loopback address only, with a password that nobody needs to know.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { silentSteps } from '#src/steps.ts';
import { readOrCreateSecret } from '../files/secret-file.ts';
import { findRunningPort, killCluster } from './cluster-processes.ts';
import { findFreePort } from './free-port.ts';
import { findOsAccount, findReachableFolder } from './os-account.ts';
import { createCluster } from './postgres-cluster.ts';
import { SupervisedPostgres } from './supervised-postgres.ts';

export type EmbeddedPostgres = { readonly url: string; readonly stop: () => Promise<void> };

/**
 * A PostgreSQL with the data of `dataDir` accepts connections afterwards, and is started again on
 * its port where it ends by itself. An orphan of a killed program is ended first; data is kept.
 * Throws ConfigError where the cluster can't be created or the server does not start.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  printLine: (line: string) => void,
  steps = silentSteps,
): Promise<EmbeddedPostgres> {
  const account = findOsAccount();
  const folder = findClusterFolder(dataDir);
  const password = readPassword(dataDir);
  if (!existsSync(path.join(folder, 'PG_VERSION'))) {
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

/** The URL of the database that runs for `dataDir`; undefined where none does. */
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

/**
 * The PostgreSQL that comes with the program: binaries from npm, a cluster in the data folder,
 * reachable on the loopback address only, with a password that nobody needs to know.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readOrCreateSecret } from '../files/secret-file.ts';
import { findFreePort } from './free-port.ts';
import { findOsAccount, findReachableFolder } from './os-account.ts';
import { createCluster } from './postgres-cluster.ts';
import {
  findRunningPort,
  spawnPostgres,
  stopOrphanedPostgres,
  stopPostgres,
  waitUntilReady,
  type PostgresServer,
} from './postgres-process.ts';

export type EmbeddedPostgres = { readonly url: string; readonly stop: () => Promise<void> };

/**
 * A PostgreSQL with the data of `dataDir` accepts connections afterwards, and is started again on
 * its port where it ends by itself. An orphan of a killed program is ended first; data is kept.
 * Throws ConfigError where the cluster can't be created or the server does not start.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  printLine: (line: string) => void,
): Promise<EmbeddedPostgres> {
  const account = findOsAccount();
  const folder = findClusterFolder(dataDir);
  const password = readPassword(dataDir);
  if (!existsSync(path.join(folder, 'PG_VERSION'))) {
    printLine('Creating the database (once)…');
    createCluster(folder, password, account);
  }
  await stopOrphanedPostgres(folder);
  const port = await findFreePort();
  const url = connectionUrl(port, password);
  const server = new SupervisedServer({ folder, port, account }, printLine);
  await server.start(url);
  return { url, stop: () => server.stop() };
}

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

const firstRestartDelayMs = 200;
const maxRestartDelayMs = 5000;
/** A server that ran for so long starts again at once. */
const stableAfterMs = 30_000;

/** Starts its server again whenever it ends by itself. */
class SupervisedServer {
  readonly #server: PostgresServer;
  readonly #printLine: (line: string) => void;
  #process: ChildProcess | undefined;
  #isStopping = false;
  #startedAt = 0;
  #restartDelayMs = firstRestartDelayMs;

  constructor(server: PostgresServer, printLine: (line: string) => void) {
    this.#server = server;
    this.#printLine = printLine;
  }

  /** Resolves when the server accepts connections. */
  async start(url: string): Promise<void> {
    try {
      await waitUntilReady(this.#spawn(), url);
    } catch (error) {
      this.#isStopping = true;
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#process) await stopPostgres(this.#process);
  }

  #spawn(): ChildProcess {
    const started = spawnPostgres(this.#server);
    started.once('exit', () => void this.#restart());
    this.#startedAt = Date.now();
    this.#process = started;
    return started;
  }

  /** A killed server's own processes keep the folder for a moment: tried more and more slowly. */
  async #restart(): Promise<void> {
    const wasStable = Date.now() - this.#startedAt > stableAfterMs;
    this.#restartDelayMs = wasStable
      ? firstRestartDelayMs
      : Math.min(this.#restartDelayMs * 2, maxRestartDelayMs);
    await sleep(this.#restartDelayMs);
    if (this.#isStopping) return;
    this.#printLine('The database ended by itself and is started again.');
    await stopOrphanedPostgres(this.#server.folder);
    if (!this.#isStopping) this.#spawn();
  }
}

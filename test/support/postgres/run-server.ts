import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#adapters/database/free-port.ts';
import { findOsAccount } from '#adapters/database/os-account.ts';
import { findPostgresPrograms } from '#adapters/database/postgres-binaries.ts';
import type { KeeperTask } from './keeper.ts';
import { listServerOptions } from './server-options.ts';

export type RunServer = {
  readonly url: string;
  /** PostgreSQL has written everything and ended; its folder stays. */
  readonly stop: () => Promise<void>;
  /** PostgreSQL has ended, and the run's folder is gone. */
  readonly remove: () => Promise<void>;
};

/** The folder of one run and of its temporary files; PostgreSQL's account can reach into it. */
export function createRunFolder(runFolder: string): string {
  mkdirSync(path.join(runFolder, 'tmp'), { recursive: true });
  for (const folder of [runFolder, path.join(runFolder, 'tmp')]) chmodSync(folder, 0o755);
  return runFolder;
}

/** Serves the cluster in <runFolder>/postgres until stopped, or until this process has ended. */
export async function startRunServer(runFolder: string, password: string): Promise<RunServer> {
  const account = findOsAccount();
  const programs = findPostgresPrograms(account);
  const clusterFolder = path.join(runFolder, 'postgres');
  const port = await findFreePort();
  const task: KeeperTask = {
    runFolder,
    program: programs.postgres,
    options: listServerOptions(clusterFolder, port),
    cwd: clusterFolder,
    env: programs.env,
    account: account?.ids,
  };
  const keeper = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'keeper.ts'), JSON.stringify(task)],
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true },
  );
  let hasStopped = false;
  const serverExit = once(keeper.stdout, 'data').then(() => (hasStopped = true));
  const url = `postgres://reportstand:${password}@127.0.0.1:${port}/postgres`;
  await waitForServer(url, () => hasStopped || keeper.exitCode !== null);
  return {
    url,
    stop: async () => {
      keeper.stdin.write('stop\n');
      await serverExit;
    },
    remove: async () => {
      keeper.stdin.end();
      if (keeper.exitCode === null) await once(keeper, 'exit');
    },
  };
}

async function waitForServer(url: string, hasEnded: () => boolean): Promise<void> {
  let lastError: unknown;
  for (let attempt = 0; attempt < 1500 && !hasEnded(); attempt++) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      return;
    } catch (error) {
      lastError = error;
      await sleep(20);
    } finally {
      await client.end().catch(() => {});
    }
  }
  throw new Error('The PostgreSQL of the tests did not start.', { cause: lastError });
}

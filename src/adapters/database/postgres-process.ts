import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '#src/config.ts';
import type { OsAccount } from './os-account.ts';
import { findPostgresPrograms } from './postgres-binaries.ts';

export type PostgresServer = {
  readonly folder: string;
  readonly port: number;
  readonly account: OsAccount | undefined;
};

/**
 * Starts a server on an existing cluster, reachable on the loopback address only, in a process
 * group of its own, so that Ctrl+C reaches us first.
 */
export function spawnPostgres({ folder, port, account }: PostgresServer): ChildProcess {
  const { postgres, env } = findPostgresPrograms(account);
  const args = [
    ...['-D', folder, '-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1'],
    ...['-c', 'max_connections=120', '-c', 'shared_buffers=128MB', '-c', 'jit=off'],
    ...['-c', 'log_min_messages=warning', '-c', 'timezone=UTC'],
  ];
  return spawn(postgres, args, {
    ...account?.ids,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    cwd: folder,
  });
}

/**
 * Resolves when the server accepts connections, after a crash's recovery where one is needed.
 * Throws ConfigError where it ends before, or takes longer than 30 s.
 */
export async function waitUntilReady(server: ChildProcess, url: string): Promise<void> {
  let lastOutput = '';
  server.stderr?.on('data', (bytes: Buffer) => {
    lastOutput = bytes.toString().trim() || lastOutput;
  });
  for (let i = 0; i < 1500; i++) {
    if (server.exitCode !== null)
      throw new ConfigError(`The database did not start: ${lastOutput}`);
    if (await acceptsConnections(url)) return;
    await sleep(20);
  }
  throw new ConfigError(`The database did not start within 30 s: ${lastOutput}`);
}

/** Ends a server: at once, and after 8 s without waiting for its transactions. */
export async function stopPostgres(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const exited = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  await Promise.race([exited, sleep(8000).then(() => server.kill('SIGQUIT'))]);
}

/** Ends a server that a killed program left behind in `folder`. */
export async function stopOrphanedPostgres(folder: string): Promise<void> {
  const { pid } = readLockFile(folder) ?? {};
  if (pid === undefined || pid <= 1 || !isPostgresProcess(pid)) return;
  process.kill(pid, 'SIGINT');
  if (await waitUntilGone(pid, 10_000)) return;
  process.kill(pid, 'SIGQUIT');
  await waitUntilGone(pid, 5000);
}

/** The port of the server that runs in `folder`; undefined where none does. */
export function findRunningPort(folder: string): number | undefined {
  const lock = readLockFile(folder);
  return lock && isPostgresProcess(lock.pid) ? lock.port : undefined;
}

function readLockFile(folder: string): { pid: number; port: number } | undefined {
  const file = path.join(folder, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(pid), port: Number(port) };
}

async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += 50) {
    if (!isPostgresProcess(pid)) return true;
    await sleep(50);
  }
  return !isPostgresProcess(pid);
}

function isPostgresProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return (
      !existsSync('/proc') || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
    );
  } catch {
    return false;
  }
}

async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

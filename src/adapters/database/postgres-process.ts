import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { killCluster } from './cluster-processes.ts';
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
    '-D',
    folder,
    '-p',
    String(port),
    '-k',
    '',
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'max_connections=120',
    '-c',
    'shared_buffers=128MB',
    '-c',
    'jit=off',
    '-c',
    'log_min_messages=warning',
    '-c',
    'timezone=UTC',
  ];
  return spawn(postgres, args, {
    ...account?.ids,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    cwd: folder,
  });
}

/** The end of what a server has written to its log so far; reading it keeps the server writing. */
export function followOutput(server: ChildProcess): () => string {
  let output = '';
  server.stderr?.on('data', (bytes: Buffer) => (output = (output + bytes.toString()).slice(-4000)));
  return () => output;
}

/** The last reason that a server gave for not starting, on one line. */
export function findReason(output: string): string {
  const lines = output.trim().split('\n');
  const fatal = lines.findLast((line) => line.includes('FATAL:')) ?? lines.at(-1) ?? '';
  return fatal.replace(/^.*FATAL:\s*/, '').trim() || 'it gave no reason';
}

/** Most that a crash's recovery may take, in ms. */
const recoveryLimitMs = 300_000;

/**
 * True when the server accepts connections, after a crash's recovery where one is needed; false
 * where it ends before, or takes longer than five minutes.
 */
export async function waitUntilReady(server: ChildProcess, url: string): Promise<boolean> {
  const deadline = performance.now() + recoveryLimitMs;
  while (performance.now() < deadline && !hasExited(server)) {
    if (await acceptsConnections(url)) return true;
    await sleep(20);
  }
  return false;
}

export const hasExited = (server: ChildProcess): boolean =>
  server.exitCode !== null || server.signalCode !== null || server.pid === undefined;

/** Resolves when the server has ended, or could not be started at all. */
export const waitForExit = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (hasExited(server)) resolve();
    for (const event of ['exit', 'error'] as const) server.once(event, () => resolve());
  });

/**
 * Ends a server with all its processes: at once, after 4 s without waiting for its transactions,
 * after another second by force, also where it is frozen.
 */
export async function stopPostgres(server: ChildProcess, folder: string): Promise<void> {
  const exited = waitForExit(server);
  const forces = [
    [0, () => server.kill('SIGINT')],
    [4000, () => server.kill('SIGQUIT')],
    [5000, () => killCluster(folder)],
  ] as const;
  const timers = forces.map(([delayMs, force]) => setTimeout(force, delayMs));
  await exited;
  for (const timer of timers) clearTimeout(timer);
}

async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    // Not awaited: a server that freezes at this moment would never say goodbye.
    void client.end().catch(() => {});
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '#src/settings/config-error.ts';
import { releaseClusterFolder, killCluster } from './cluster-processes.ts';
import pg from 'pg';
import type { OsAccount } from './os-account.ts';
import { findPostgresPrograms } from './postgres-binaries.ts';

const firstRestartDelayMs = 200;
const maxRestartDelayMs = 5000;
/** A server that had accepted connections this long is restarted at once. */
const stableAfterMs = 2000;
/** How long a start tries again while something of an earlier server is in its way. */
const startLimitMs = 15_000;
const isInTheWay = /lock file|shared memory block|could not bind|Address already in use/;

/** A PostgreSQL that is started again, on its port, whenever it ends by itself. */
export class SupervisedPostgres {
  readonly #server: PostgresServer;
  readonly #url: string;
  readonly #printLine: (line: string) => void;
  #process: ChildProcess | undefined;
  #readOutput = (): string => '';
  #isStopping = false;
  #readyAt: number | undefined;

  constructor(server: PostgresServer, url: string, printLine: (line: string) => void) {
    this.#server = server;
    this.#url = url;
    this.#printLine = printLine;
  }

  /** Resolves when the server accepts connections. Throws UnavailableError if it does not. */
  async start(): Promise<void> {
    const deadline = performance.now() + startLimitMs;
    while (!(await this.#startOnce())) {
      const output = this.#readOutput();
      if (performance.now() > deadline || !isInTheWay.test(output))
        throw new UnavailableError(`The database did not start: ${findReason(output)}.`);
      await sleep(firstRestartDelayMs);
    }
    void this.#keepRunning();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#process) await stopPostgres(this.#process, this.#server.folder);
  }

  /** True when it accepts connections; false if it ended before, or took too long. */
  async #startOnce(): Promise<boolean> {
    this.#readyAt = undefined;
    await releaseClusterFolder(this.#server.folder);
    if (this.#isStopping) return false;
    const started = spawnPostgres(this.#server);
    // Unheard, a program that can't be started would end ours; its end is seen as an exit.
    started.once('error', () => {});
    this.#process = started;
    this.#readOutput = followOutput(started);
    const isReady = await waitUntilReady(started, this.#url);
    if (isReady) this.#readyAt = performance.now();
    else await stopPostgres(started, this.#server.folder);
    return isReady;
  }

  /** Starts it again and again until it is stopped: at once, and more and more slowly. */
  async #keepRunning(): Promise<void> {
    let delayMs = firstRestartDelayMs;
    while (!this.#isStopping) {
      if (this.#process && !hasExited(this.#process)) await waitForExit(this.#process);
      if (this.#isStopping) return;
      const wasStable =
        this.#readyAt !== undefined && performance.now() - this.#readyAt > stableAfterMs;
      delayMs = wasStable ? firstRestartDelayMs : Math.min(delayMs * 2, maxRestartDelayMs);
      this.#printLine(`The database ended (${this.#describeEnd()}) and is started again.`);
      await sleep(delayMs);
      await this.#startOnce().catch((error: unknown) =>
        this.#printLine(`The database can't be started: ${String(error)}`),
      );
    }
  }

  #describeEnd(): string {
    const { signalCode, exitCode } = this.#process ?? {};
    return signalCode
      ? `killed by ${signalCode}`
      : `code ${exitCode}: ${findReason(this.#readOutput())}`;
  }
}

type PostgresServer = {
  readonly folder: string;
  readonly port: number;
  readonly account: OsAccount | undefined;
};

/**
 * Starts a server on an existing cluster, reachable on the loopback address only, in a process
 * group of its own, so that Ctrl+C reaches us first.
 */
function spawnPostgres({ folder, port, account }: PostgresServer): ChildProcess {
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
function followOutput(server: ChildProcess): () => string {
  let output = '';
  server.stderr?.on('data', (bytes: Buffer) => (output = (output + bytes.toString()).slice(-4000)));
  return () => output;
}

/** The last reason that a server gave for not starting, on one line. */
function findReason(output: string): string {
  const lines = output.trim().split('\n');
  const fatal = lines.findLast((line) => line.includes('FATAL:')) ?? lines.at(-1) ?? '';
  return fatal.replace(/^.*FATAL:\s*/, '').trim() || 'it gave no reason';
}

/** Most that a crash's recovery may take, in ms. */
const recoveryLimitMs = 300_000;

/**
 * True when the server accepts connections, after a crash's recovery if one is needed; false
 * if it ends before, or takes longer than five minutes.
 */
async function waitUntilReady(server: ChildProcess, url: string): Promise<boolean> {
  const deadline = performance.now() + recoveryLimitMs;
  while (performance.now() < deadline && !hasExited(server)) {
    if (await acceptsConnections(url)) return true;
    await sleep(20);
  }
  return false;
}

const hasExited = (server: ChildProcess): boolean =>
  server.exitCode !== null || server.signalCode !== null || server.pid === undefined;

/** Resolves when the server has ended, or could not be started at all. */
const waitForExit = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (hasExited(server)) resolve();
    for (const event of ['exit', 'error'] as const) server.once(event, () => resolve());
  });

/**
 * Ends a server with all its processes: at once, after 4 s without waiting for its transactions,
 * after another second by force, also if it is frozen.
 */
async function stopPostgres(server: ChildProcess, folder: string): Promise<void> {
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

import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '#src/settings/config.ts';
import { releaseClusterFolder } from './cluster-processes.ts';
import {
  findReason,
  followOutput,
  hasExited,
  spawnPostgres,
  stopPostgres,
  waitForExit,
  waitUntilReady,
  type PostgresServer,
} from './postgres-process.ts';

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

  /** Resolves when the server accepts connections. Throws UnavailableError where it does not. */
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

  /** True when it accepts connections; false where it ended before, or took too long. */
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

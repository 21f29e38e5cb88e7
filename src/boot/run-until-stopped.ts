import { killEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { createLog } from '#adapters/log/index.ts';
import { redirectConsole } from '#adapters/log/redirect-console.ts';
import { ConfigError, UnavailableError } from '../settings/config-error.ts';
import { readConfig, type Config } from '../settings/config.ts';
import { exitCodes } from './exit-codes.ts';
import type { Log } from '#core/deps.ts';

type Running = { readonly stop: () => Promise<void> };

/** Longest that ending may take, in ms: `npm start` gives us a second more. */
const endLimitMs = 8500;

/**
 * Runs the program until SIGINT, SIGTERM or the end of `npm start`: it finishes what is under way,
 * and the process ends within nine seconds, whatever hangs, with its database. A refusal is one
 * sentence. The exit code says how it ended (exit-codes.ts).
 */
export async function runUntilStopped(
  start: (config: Config, stop: AbortSignal) => Promise<Running>,
  printLine: (line: string) => void,
): Promise<void> {
  const stop = new AbortController();
  // A terminal that is gone hears nothing more; that ends nothing.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  let restoreConsole = (): void => {};
  try {
    const config = readConfig();
    const log = createLog(config.log);
    restoreConsole = redirectConsole(log, config.isProduction);
    const { promise: starting, resolve } = Promise.withResolvers<Running>();
    const end = createEnd(config, { starting, stop }, printLine);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
    if (process.connected) process.once('disconnect', () => end(0));
    // Before it is open: the first request may meet a fault already.
    handleProcessFaults(log, () => end(exitCodes.fault));
    resolve(start(config, stop.signal));
    await starting;
    process.send?.('open');
  } catch (error) {
    if (stop.signal.aborted) return;
    restoreConsole();
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(error instanceof UnavailableError ? exitCodes.unavailable : exitCodes.refused);
  }
}

/** Ends the process with the code given, at the first call; a start is broken off. */
function createEnd(
  config: Config,
  { starting, stop }: { readonly starting: Promise<Running>; readonly stop: AbortController },
  printLine: (line: string) => void,
): (code: number) => void {
  let isEnding = false;
  // One that ended has no process left; a frozen one may outlast what its end is waited for.
  const killDatabase = (): void => {
    if (config.databaseUrl === undefined) killEmbeddedPostgres(config.dataDir);
  };
  return (code) => {
    if (isEnding) return;
    isEnding = true;
    printLine('Closing…');
    stop.abort();
    setTimeout(() => {
      console.error('Something did not end in time and is stopped.');
      killDatabase();
      process.exit(code === 0 ? exitCodes.failed : code);
    }, endLimitMs);
    void starting
      .then(
        (running) => running.stop(),
        // A start that was broken off has closed what it had opened.
        (error: unknown) => {
          if (error !== stop.signal.reason) throw error;
        },
      )
      .finally(killDatabase)
      .then(
        () => process.exit(code),
        () => process.exit(code === 0 ? exitCodes.failed : code),
      );
  };
}

/**
 * Faults that no code of ours caught, logged with their stack. An unhandled rejection ends nothing:
 * its promise is finished and nothing else of the program was interrupted. An uncaught exception
 * broke off whatever was running, so `endProgram` is called, unless it is one that is known to be
 * harmless. Why: docs/decisions/0014.
 */
function handleProcessFaults(log: Log, endProgram: () => void): void {
  process.on('unhandledRejection', (reason) =>
    log.error({ error: reason }, 'a promise was rejected and nobody heard it'),
  );
  process.on('uncaughtException', (error) => {
    log.error({ error }, 'an exception was thrown and nobody caught it');
    if (!isHarmlessFault(error)) endProgram();
  });
}

/** The socket of such a connection is closed, and nothing else was interrupted. */
const brokenConnection = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** A connection that broke unheard, and pg-pool's refusal to release a client twice. */
function isHarmlessFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.message.startsWith('Release called on client which has already been released'))
    return true;
  return 'code' in error && brokenConnection.has(String(error.code));
}

import type { Log } from '#core/deps.ts';

/**
 * Faults that no code of ours caught, logged with their stack. An unhandled rejection ends nothing:
 * its promise is finished and nothing else of the program was interrupted. An uncaught exception
 * broke off whatever was running, so `endProgram` is called, unless it is one that is known to be
 * harmless. Why: docs/decisions/0014.
 */
export function handleProcessFaults(log: Log, endProgram: () => void): void {
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

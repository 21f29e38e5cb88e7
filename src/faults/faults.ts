import type { Log } from '#core/deps.ts';
import { getRequestContext } from '#src/request-context.ts';

/** Why a request could not be answered: something that we need is away, or the code is wrong. */
export type FaultKind = 'unavailable' | 'bug';

/** How a request is answered that met a fault. */
export type Fault = {
  readonly kind: FaultKind;
  readonly status: 500 | 503;
  /** Retry-After, if trying again in a moment makes sense. */
  readonly headers: Readonly<Record<string, string>>;
  /** One or two sentences for the visitor. */
  readonly message: string;
  /** The visitor tells it, and the log has it. */
  readonly requestId: string;
};

const retryAfterSeconds = 5;

/**
 * SQLSTATE classes and codes of a database that is away, starting, closing or full: connections
 * (08), resources (53), operator intervention (57, with 57014: a statement took too long), a lock
 * that was not free in time (55P03), a deadlock or a failed serialization (40).
 */
const unavailableSqlState = /^(08|53|57|40)...$|^55P03$/;

/**
 * Codes of the system and of Node for a service, a connection or a disk that is away, full, broken
 * or closed to us. A file that is not there (ENOENT) is none of them.
 */
const unavailableSystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ESOCKET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOSPC',
  'EDQUOT',
  'EMFILE',
  'ENFILE',
  'EACCES',
  'EPERM',
  'EROFS',
  'EIO',
  'ENXIO',
  'ENODEV',
  'ENOTDIR',
  'ELOOP',
  'ESTALE',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
]);

/** Errors of pg, pg-pool and Kysely that have no code, by their words. */
const unavailableMessages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|driver has already been destroyed)/;

/** Work that was refused because too much of it waits: nothing is broken, and nothing is logged. */
const queueFullErrorName = 'QueueFullError';

const maxDepth = 5;

/** The one place that decides whether an error means "away" (503) or "a bug of ours" (500). */
export function classifyFault(error: unknown, depth = 0): FaultKind {
  if (!(error instanceof Error) || depth > maxDepth) return 'bug';
  const { name, message, cause } = error;
  const code = 'code' in error ? String(error.code) : '';
  const isAway =
    unavailableSqlState.test(code) ||
    unavailableSystemCodes.has(code) ||
    name === 'TimeoutError' ||
    name === queueFullErrorName ||
    // Whatever S3 answers that is not about a missing object: a right, a bucket, its own trouble.
    '$fault' in error ||
    unavailableMessages.test(message);
  if (isAway) return 'unavailable';
  const inner = error instanceof AggregateError ? error.errors : [cause];
  return inner.some((one) => classifyFault(one, depth + 1) === 'unavailable')
    ? 'unavailable'
    : 'bug';
}

/** Logs what stops requests from being answered, counts bugs, and says how to answer. */
export class Faults {
  readonly #log: Log;
  #bugCount = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Requests of this process that met a bug since it started. */
  get bugCount(): number {
    return this.#bugCount;
  }

  /** `fields` say where: they are logged with the error, its stack and its causes. */
  report(error: unknown, fields: object, message: string): Fault {
    const kind = classifyFault(error);
    if (kind === 'bug') this.#bugCount++;
    if (!(error instanceof Error && error.name === queueFullErrorName))
      this.#log.error({ ...fields, fault: kind, error }, message);
    return createFault(kind, getRequestContext().requestId ?? 'unknown');
  }
}

const createFault = (kind: FaultKind, requestId: string): Fault =>
  kind === 'unavailable'
    ? {
        kind,
        status: 503,
        headers: { 'retry-after': String(retryAfterSeconds) },
        message: 'This is not available at the moment. Please try again in a few seconds.',
        requestId,
      }
    : {
        kind,
        status: 500,
        headers: {},
        message:
          'Something went wrong on our side, and we have a record of it. If you write to us, ' +
          `please give this number: ${requestId}`,
        requestId,
      };

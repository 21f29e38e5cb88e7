import type { MiddlewareHandler } from 'hono';
import { BodyStalledError, BodyTooLargeError } from '#src/faults/refused-body.ts';

/** Size of a JSON body, and of all text fields of a form together. */
export const maxTextBodyBytes = 64 * 1024;

/**
 * Bytes beyond the limit that are read and thrown away, so that the sender has finished writing and
 * reads the answer instead of a reset connection.
 */
const drainLimitBytes = 32 * 1024 * 1024;

/** How slowly a body may come. */
export type BodyPace = {
  /** Longest wait for the next bytes. */
  readonly idleMs: number;
  /** After this time the average must be at least `minBytesPerSecond`. */
  readonly graceMs: number;
  readonly minBytesPerSecond: number;
};

/** For an unknown sender. */
export const strangerPace: BodyPace = {
  idleMs: 10_000,
  graceMs: 15_000,
  minBytesPerSecond: 8 * 1024,
};
/** A file on a visitor's line, however slow; less is a connection that is only held open. */
export const cvPace: BodyPace = { ...strangerPace, minBytesPerSecond: 1024 };
/** Staff and tokens: as slow as their line, while bytes come. */
export const knownSenderPace: BodyPace = { ...strangerPace, minBytesPerSecond: 0 };

/** True if Content-Length says already that the body is longer than `maxBytes`. */
export const claimsMoreThan = (headers: Headers, maxBytes: number): boolean =>
  Number(headers.get('content-length') ?? 0) > maxBytes;

/**
 * The chunks of a body as they come; the sender waits while a chunk is handled. Throws
 * BodyTooLargeError if it goes on far beyond `maxBytes` (the caller counts what it keeps), and
 * BodyStalledError.
 */
export async function* readChunks(
  { body, headers }: Request,
  maxBytes: number,
  pace: BodyPace = strangerPace,
): AsyncGenerator<Uint8Array> {
  if (claimsMoreThan(headers, maxBytes + drainLimitBytes)) throw new BodyTooLargeError(maxBytes);
  if (!body) return;
  const reader = body.getReader();
  const startMs = performance.now();
  let receivedBytes = 0;
  for (;;) {
    const chunk = await readWithin(reader, pace.idleMs);
    if (!chunk) return;
    receivedBytes += chunk.length;
    if (receivedBytes > maxBytes + drainLimitBytes) throw new BodyTooLargeError(maxBytes);
    const elapsedMs = performance.now() - startMs;
    const isSlow = receivedBytes < (elapsedMs / 1000) * pace.minBytesPerSecond;
    if (elapsedMs > pace.graceMs && isSlow) throw new BodyStalledError();
    yield chunk;
  }
}

async function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  idleMs: number,
): Promise<Uint8Array | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BodyStalledError()), idleMs);
  });
  const next = reader.read().catch((cause: unknown) => {
    throw new BodyStalledError('the connection was lost', { cause });
  });
  // A stalled read that fails later, when the connection is closed, is known already.
  next.catch(() => {});
  try {
    return (await Promise.race([next, stalled])).value;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The whole body, of which no more than `maxBytes` are ever in memory. Throws BodyTooLargeError and
 * BodyStalledError.
 */
export async function readBodyWithin(
  request: Request,
  maxBytes: number,
  pace?: BodyPace,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let receivedBytes = 0;
  for await (const chunk of readChunks(request, maxBytes, pace)) {
    receivedBytes += chunk.length;
    if (receivedBytes <= maxBytes) parts.push(chunk);
    else parts.length = 0;
  }
  if (receivedBytes > maxBytes) throw new BodyTooLargeError(maxBytes);
  return Buffer.concat(parts);
}

/**
 * The body is at most `maxBodyBytes` long and in memory. Throws BodyTooLargeError and
 * BodyStalledError, which the router's onError answers in its own shape (`refuseBody`). Why not
 * hono/body-limit: docs/decisions/0008.
 */
export function limitBody(maxBodyBytes: number, pace?: BodyPace): MiddlewareHandler {
  return async (c, next) => {
    const { body, url, method, headers } = c.req.raw;
    if (!body) return next();
    const bytes = await readBodyWithin(c.req.raw, maxBodyBytes, pace);
    c.req.raw = new Request(url, { method, headers, body: bytes });
    return next();
  };
}

import type { Context, MiddlewareHandler } from 'hono';

/**
 * Bytes beyond the limit that are read and thrown away, so that the sender has finished writing and
 * reads the answer instead of a reset connection.
 */
const drainLimitBytes = 32 * 1024 * 1024;

const maxFormBytes = 64 * 1024;
const maxCvFormBytes = 10 * 1024 * 1024 + maxFormBytes;
const cvFormPaths: readonly string[] = ['/career', '/data/forms/career'];

/**
 * The body is at most `maxBodyBytes` long; a longer one is answered by `tooLarge`. It is counted
 * while it is read, and no more than the limit is ever in memory.
 * Why not hono/body-limit: docs/decisions/0008.
 */
export function limitBody(
  maxBodyBytes: number,
  tooLarge: (c: Context) => Response,
): MiddlewareHandler {
  return async (c, next) => {
    const { body, url, method, headers } = c.req.raw;
    if (!body) return next();
    const bytes = await readAtMost(body, maxBodyBytes);
    if (!bytes) {
      c.header('connection', 'close');
      return tooLarge(c);
    }
    c.req.raw = new Request(url, { method, headers, body: bytes });
    return next();
  };
}

/** The whole body; undefined where it is longer than `maxBytes`. */
async function readAtMost(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let receivedBytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    receivedBytes += value.length;
    if (receivedBytes <= maxBytes) parts.push(value);
    else parts.length = 0;
    if (receivedBytes > maxBytes + drainLimitBytes) {
      await reader.cancel();
      break;
    }
  }
  return receivedBytes > maxBytes ? undefined : Buffer.concat(parts);
}

/** Forms have at most 64 KB; the career form may bring a CV of 10 MiB. */
export function limitFormBodies(): MiddlewareHandler {
  const cvTooLarge = 'The CV is larger than 10 MB.';
  const limitForm = limitBody(maxFormBytes, (c) => c.text('The form is larger than 64 KB.\n', 413));
  const limitCvForm = limitBody(maxCvFormBytes, (c) =>
    c.json({ ok: false, message: cvTooLarge, errors: { cv: [cvTooLarge] } }, 413),
  );
  return (c, next) => (cvFormPaths.includes(c.req.path) ? limitCvForm : limitForm)(c, next);
}

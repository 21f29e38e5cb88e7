import type { Context, MiddlewareHandler } from 'hono';

/** Bytes of a body over its limit that are read and thrown away, so that its sender is still listening when he is told. */
const drainLimitBytes = 32 * 1024 * 1024;

/** The body is at most `bytes` long, counted while it is read: what is over is never kept, and is answered by `tooLarge`. */
export function limitBody(
  maxBodyBytes: number,
  tooLarge: (c: Context) => Response,
): MiddlewareHandler {
  return async (c, next) => {
    const { body } = c.req.raw;
    if (!body) return next();
    const parts: Uint8Array[] = [];
    let receivedBytes = 0;
    for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
      receivedBytes += part.length;
      if (receivedBytes <= maxBodyBytes) parts.push(part);
      else parts.length = 0;
      if (receivedBytes > maxBodyBytes + drainLimitBytes) break;
    }
    if (receivedBytes > maxBodyBytes) {
      c.header('connection', 'close');
      return tooLarge(c);
    }
    const { url, method, headers } = c.req.raw;
    c.req.raw = new Request(url, { method, headers, body: Buffer.concat(parts) });
    return next();
  };
}

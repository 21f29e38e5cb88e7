import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { readCookieSecret } from '../http/cookies.ts';
import type { ServerOptions } from '../options.ts';
import { readClientIp } from '../http/client-ip.ts';
import { refusalStatus } from '#src/refusal-status.ts';

/** The files that were bought: streamed in ranges, to the buyer alone, never kept by anything in between. */
export function downloadRoutes({ app, origin, trustedProxyCount }: ServerOptions): Hono {
  const routes = new Hono();
  routes.get('/:token', async (c) => {
    const rangeHeader = c.req.header('range');
    const startByte = Number(/^bytes=(\d+)-/.exec(rangeHeader ?? '')?.[1] ?? 0);
    const downloadKind = c.req.method === 'HEAD' ? 'head' : startByte === 0 ? 'full' : 'resume';
    const cookies = c.req.header('cookie');
    const customer = await app.accounts.getCurrentCustomer(
      readCookieSecret('session', cookies, origin),
    );
    const proof = {
      browser: readCookieSecret('buyer', cookies, origin),
      customer,
      expires: c.req.query('expires'),
      signature: c.req.query('signature'),
    };
    const opened = await app.orders.downloads.openDownload(
      c.req.param('token'),
      proof,
      downloadKind,
      readClientIp(c.env, c.req.header('x-forwarded-for'), trustedProxyCount),
    );
    if (!opened.ok)
      return c.text(`${opened.message}\n`, refusalStatus[opened.code], {
        'cache-control': 'private, no-store',
      });

    const { fileKey, fileName, type, bytes } = opened.value;
    const range = parseByteRange(rangeHeader, bytes);
    if (range === 'none') return c.body(null, 416, { 'content-range': `bytes */${bytes}` });
    const headers: Record<string, string> = {
      'content-type': type,
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-length': String(range ? range.end - range.start + 1 : bytes),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${bytes}` } : {}),
    };
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const stream = await app.orders.downloads.readFile(fileKey, range);
    if (!stream) return c.text('There is no such download.\n', 404);
    return c.body(Readable.toWeb(stream as Readable) as ReadableStream, range ? 206 : 200, headers);
  });
  return routes;
}

/** Samples behind the signed links of letters. */
export function sampleRoutes({ app }: ServerOptions): Hono {
  const routes = new Hono();
  routes.get('/:code', async (c) => {
    const opened = await app.leads.getSampleFile(
      c.req.param('code').slice(0, 60),
      c.req.query('expires') ?? '',
      c.req.query('signature') ?? '',
    );
    if (!opened.ok)
      return c.text(`${opened.message}\n`, refusalStatus[opened.code], {
        'cache-control': 'private, no-store',
      });
    const { fileKey, fileName, bytes } = opened.value;
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-length': String(bytes),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    };
    const stream =
      c.req.method === 'HEAD' ? undefined : await app.orders.downloads.readFile(fileKey);
    if (!stream) return c.body(null, 200, headers);
    return c.body(Readable.toWeb(stream as Readable) as ReadableStream, 200, headers);
  });
  return routes;
}

/** One inclusive range of bytes, undefined for the whole file, "none" where nothing of it exists. Several ranges get the whole. */
export function parseByteRange(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'none' | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return undefined;
  const [, first = '', last = ''] = found;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start > end || start >= bytes ? 'none' : { start, end };
}

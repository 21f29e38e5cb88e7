import { Hono, type Context } from 'hono';
import type { Refusal } from '#core/kernel/outcome.model.ts';
import { paths } from '#src/paths.ts';
import { refusalStatus } from '#src/faults/refusal-status.ts';
import { countRangeBytes, parseByteRange } from '../http/byte-range.ts';
import { readClientIp } from '../http/client-ip.ts';
import { readCookie } from '../http/cookies.ts';
import { privateFileHeaders, toResponseBody } from '../http/file-response.ts';
import { sendRefusalPage } from '../http/refusal-page.ts';
import { watchCut } from '../http/watch-cut.ts';
import type { ServerOptions } from '../options.ts';

const sendRefusal = (c: Context, { code, message, retryAfterSeconds }: Refusal): Response =>
  sendRefusalPage(c, {
    message,
    status: refusalStatus[code],
    ...(retryAfterSeconds === undefined
      ? { wayOn: { label: 'Get new links', url: paths.renewDownload() } }
      : {
          headers: { 'retry-after': String(retryAfterSeconds) },
          wayOn: { label: 'Try again', url: '' },
        }),
  });

/** True for a browser or a program that fetches links before anybody follows them. */
const isFetchedAhead = (c: Context): boolean =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|preview|prerender/.test(c.req.header(name) ?? ''),
  );

/** `GET /download/:token`: a bought file for its buyer alone, whole or in ranges. */
export function downloadRoutes(options: ServerOptions): Hono {
  const { app, origin } = options;
  const routes = new Hono();
  routes.get('/:token', async (c) => {
    // A link that is only looked at ahead: fetched when somebody follows it.
    if (isFetchedAhead(c)) return c.body(null, 503, { 'cache-control': 'no-store' });
    const cookies = c.req.header('cookie');
    const proof = {
      browser: readCookie('buyer', cookies, origin),
      customer: await app.accounts.sessions.getCurrentCustomer(
        readCookie('session', cookies, origin),
      ),
      expires: c.req.query('expires'),
      signature: c.req.query('signature'),
    };
    const clientIp = readClientIp(c, options);
    const isHead = c.req.method === 'HEAD';
    // A Range header means something in a GET alone (RFC 9110, 14.2).
    const rangeHeader = isHead ? undefined : c.req.header('range');
    const opened = await app.orders.downloads.openDownload(
      c.req.param('token'),
      proof,
      isHead ? 'head' : (fileBytes) => countRangeBytes(rangeHeader, fileBytes),
      clientIp,
    );
    if (!opened.ok) return sendRefusal(c, opened);

    const { fileName, type, bytes } = opened.value;
    const range = parseByteRange(rangeHeader, bytes);
    if (range === 'unsatisfiable')
      return c.body(null, 416, { 'content-range': `bytes */${bytes}` });
    const headers: Record<string, string> = {
      ...privateFileHeaders,
      'content-type': type,
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-length': String(range ? range.end - range.start + 1 : bytes),
      'accept-ranges': 'bytes',
      'referrer-policy': 'no-referrer',
      ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${bytes}` } : {}),
    };
    if (isHead) return c.body(null, 200, headers);
    const stream = await app.orders.downloads.readDownload(opened.value, range);
    if (!stream.ok) return sendRefusal(c, stream);
    const { request } = opened.value;
    watchCut(c, () => {
      void request?.takeBack().catch((error: unknown) => {
        options.log.warn({ error }, 'a download that was cut could not be noted');
      });
    });
    return c.body(toResponseBody(stream.value), range ? 206 : 200, headers);
  });
  return routes;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Fault } from '#src/faults/faults.ts';
import type { BuiltPage } from './cache/build-page.ts';
import type { PageCache } from './cache/page-cache.ts';
import { sendCachedPage, type Exchange } from './cache/send-cached-page.ts';
import { acceptsEncoding } from './http/accepts-encoding.ts';
import { isBrowser, offerRetry, refusalPagePolicy, writeRefusalPage } from './http/refusal-page.ts';

/** Answers with a page that was built: from the cache, or once and compressed now. */
export function sendPage(cache: PageCache, page: BuiltPage, exchange: Exchange): void {
  if ('cached' in page) return sendCachedPage(cache, page.cached, exchange);
  const { req, res } = exchange;
  const { status, headers, body } = page.uncached;
  const isCompressed =
    body.length > 0 && acceptsEncoding(req.headers['accept-encoding'] ?? '', 'gzip');
  const bytes = isCompressed ? gzipSync(body) : body;
  res.writeHead(status, {
    ...headers,
    ...(body.length > 0 && { vary: 'accept-encoding' }),
    ...(isCompressed && { 'content-encoding': 'gzip' }),
    'content-length': bytes.length,
  });
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

/** Answers a read with a sentence about what is wrong, if nothing was answered yet. */
export function sendFault(fault: Fault, req: IncomingMessage, res: ServerResponse): void {
  const { message, status } = fault;
  const isPage = isBrowser(req.headers.accept);
  if (!res.headersSent)
    res.writeHead(status, {
      ...fault.headers,
      'content-type': `${isPage ? 'text/html' : 'text/plain'}; charset=utf-8`,
      'content-security-policy': refusalPagePolicy,
      'cache-control': 'no-store',
    });
  res.end(
    isPage
      ? writeRefusalPage({ message, ...offerRetry(req.method, { isBegun: true }) }, req.url ?? '')
      : `${message}\n`,
  );
}

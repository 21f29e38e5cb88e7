import type { IncomingMessage, ServerResponse } from 'node:http';
import { rejectMultipleHosts } from '../http/request-target.ts';
import type { CachedPage } from './cached-page.ts';

/**
 * Answers with a cached page: 304 on its ETag, the best encoding that the client accepts, no body
 * on HEAD; 400 for a request with two Host headers. The request's own id goes into the headers,
 * never into the cached bytes.
 */
export function sendCachedPage(
  page: CachedPage,
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
): void {
  const { hostCount, ifNoneMatch, acceptEncoding } = readHeaders(req.rawHeaders);
  if (hostCount > 1) return rejectMultipleHosts(res);
  const withId = (headers: readonly string[]): string[] => [...headers, 'x-request-id', requestId];
  const isNotModified =
    ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.includes(page.etag));
  if (isNotModified && page.status === 200) {
    res.writeHead(304, withId(page.notModifiedHeaders)).end();
    return;
  }
  const body = selectBody(page, acceptEncoding);
  res.writeHead(page.status, withId(body.headers));
  if (req.method === 'HEAD') res.end();
  else res.end(body.bytes);
}

/** One pass over the raw list: cheaper than `req.headers`, which node builds on first use. */
function readHeaders(rawHeaders: readonly string[]) {
  const found = { hostCount: 0, ifNoneMatch: undefined as string | undefined, acceptEncoding: '' };
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4) found.hostCount += name.toLowerCase() === 'host' ? 1 : 0;
    else if (name.length === 13 && name.toLowerCase() === 'if-none-match')
      found.ifNoneMatch = rawHeaders[i + 1];
    else if (name.length === 15 && name.toLowerCase() === 'accept-encoding')
      found.acceptEncoding = rawHeaders[i + 1] ?? '';
  }
  return found;
}

function selectBody({ bodies }: CachedPage, acceptEncoding: string) {
  if (acceptEncoding.includes('br')) return bodies.br;
  return acceptEncoding.includes('gzip') ? bodies.gzip : bodies.identity;
}

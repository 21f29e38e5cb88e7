import type { IncomingMessage, ServerResponse } from 'node:http';
import { rejectHost } from '../http/request-target.ts';
import { selectEncoding, type CachedBody, type CachedPage } from './cached-page.ts';
import type { PageCache } from './page-cache.ts';

/** A request with its answer; `requestId` is the one that the log has. */
export type Exchange = {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
};

/**
 * Answers with a cached page: 304 on its ETag, the best encoding that the client accepts, no body
 * on HEAD; 400 for a request with two Host headers. A body that nobody has asked for yet is
 * compressed first. The request's own id goes into the headers, never into the cached bytes.
 */
export function sendCachedPage(
  cache: PageCache,
  page: CachedPage,
  { req, res, requestId }: Exchange,
): void {
  const { hostCount, ifNoneMatch, acceptEncoding } = readHeaders(req.rawHeaders);
  if (hostCount > 1) return rejectHost(res);
  const withId = (headers: readonly string[]): string[] => [...headers, 'x-request-id', requestId];
  const isNotModified =
    ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.includes(page.etag));
  if (isNotModified && page.status === 200) {
    res.writeHead(304, withId(page.notModifiedHeaders)).end();
    return;
  }
  const encoding = selectEncoding(page, acceptEncoding);
  const send = (body: CachedBody): void => {
    res.writeHead(page.status, withId(body.headers));
    if (req.method === 'HEAD') res.end();
    else res.end(body.bytes);
  };
  const body = page.bodies[encoding];
  if (body) send(body);
  else void cache.getBody(page, encoding).then(send, () => sendAsItIs(page, send, res));
}

/** The body can't be compressed: it is sent plain, if there is a plain one. */
function sendAsItIs(
  { bodies: { identity } }: CachedPage,
  send: (body: CachedBody) => void,
  res: ServerResponse,
): void {
  if (identity) send(identity);
  else res.destroy();
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

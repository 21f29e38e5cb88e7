import type { IncomingMessage, ServerResponse } from 'node:http';

export function hasMultipleHosts(rawHeaders: readonly string[]): boolean {
  let hostCount = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hostCount++;
  return hostCount > 1;
}

/** True for a Host that a URL can have; without one only a request of HTTP/1.0 comes so far. */
export const hasValidHost = ({ headers: { host } }: IncomingMessage): boolean =>
  host !== undefined && /^[^/?#@\\\s]+$/.test(host) && URL.canParse(`http://${host}`);

/** True if it names several hosts, or what no URL can have; see `hasValidHost`. */
export const hasWrongHost = (req: IncomingMessage): boolean =>
  hasMultipleHosts(req.rawHeaders) || (req.headers.host !== undefined && !hasValidHost(req));

/** RFC 9112, 3.2: a request without one valid Host is answered with 400. */
export function rejectHost(res: ServerResponse): void {
  res.writeHead(400, { connection: 'close', 'content-type': 'text/plain; charset=utf-8' });
  res.end('A request names one host, such as "Host: www.example.com".\n');
}

/** True for a path that a URL parser leaves as it is: no "..", no "//", no absolute URL. */
export function isCanonicalPath(url = ''): boolean {
  if (!url.startsWith('/') || url.startsWith('//') || !URL.canParse(url, 'http://x')) return false;
  return new URL(url, 'http://x').pathname === (url.split('?')[0] ?? '');
}

export function sendNotFound(res: ServerResponse): void {
  res.writeHead(404, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  res.end('There is nothing at this address.\n');
}

/**
 * The request's URL, in which NUL is U+FFFD afterwards: PostgreSQL takes no NUL in a text, and
 * nothing of ours has a name that holds one.
 */
export function replaceNul(req: IncomingMessage): string {
  if (req.url?.includes('%00')) req.url = req.url.replaceAll('%00', '%EF%BF%BD');
  return req.url ?? '/';
}

import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { cacheKeyParams } from './cache/cache-policy.ts';
import { createRouter } from './router.ts';
import type { ServerOptions } from './options.ts';
import { sendCachedPage, PageCache, rejectMultipleHosts } from './cache/page-cache.ts';
import { createPageRenderer } from './pages.ts';

export type RunningServer = {
  readonly port: number;
  readonly cache: PageCache;
  /** Makes a page anew, past the cache. */
  renderUncached(path: string): Promise<Response>;
  /** No new request is taken, those under way end (10 s at most). */
  close(): Promise<void>;
};

/**
 * Serves the site: a cached page straight from memory, everything else through the application.
 * Rejects with the system's error (EADDRINUSE) where the port is taken.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const cache = new PageCache();
  const pages = createPageRenderer(options, cache);
  const handleRequest = getRequestListener(createRouter(options, pages).fetch, {
    overrideGlobalObjects: false,
  });
  const isDevelopment = options.devMiddleware !== undefined;

  const server = http.createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: 32 * 1024,
    },
    (req, res) => {
      if (!isDevelopment && (req.method === 'GET' || req.method === 'HEAD')) {
        const cached = cache.find(req.url ?? '/');
        if (cached) return sendCachedPage(cached, req, res);
        if (hasMultipleHosts(req.rawHeaders)) return rejectMultipleHosts(res);
        if (!isCanonicalPath(req.url)) return sendNotFound(res);
        const key = pageCacheKey(replaceNul(req));
        const entry = key === undefined ? undefined : cache.find(key);
        if (entry) return sendCachedPage(entry, req, res);
        if (key !== undefined) return void pages.servePage(key, req, res);
      }
      if (hasMultipleHosts(req.rawHeaders)) return rejectMultipleHosts(res);
      if (!isCanonicalPath(req.url)) return sendNotFound(res);
      replaceNul(req);
      if (options.devMiddleware)
        options.devMiddleware(req, res, () => void handleRequest(req, res));
      else void handleRequest(req, res);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    cache,
    renderUncached: (path) => pages.renderUncached(new Request(options.origin + path), ''),
    close: () => closeServer(server),
  };
}

function hasMultipleHosts(rawHeaders: readonly string[]): boolean {
  let hostCount = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hostCount++;
  return hostCount > 1;
}

/** True for an address that means itself: no other host, no steps up, nothing that a parser would spell in another way. */
function isCanonicalPath(url = ''): boolean {
  if (!url.startsWith('/') || url.startsWith('//') || !URL.canParse(url, 'http://x')) return false;
  return new URL(url, 'http://x').pathname === (url.split('?')[0] ?? '');
}

function sendNotFound(res: http.ServerResponse): void {
  res.writeHead(404, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  res.end('There is nothing at this address.\n');
}

/** The address; a NUL in it becomes a character that nothing is named by, since no text of ours holds one and the database takes none. */
function replaceNul(req: http.IncomingMessage): string {
  if (req.url?.includes('%00')) req.url = req.url.replaceAll('%00', '%EF%BF%BD');
  return req.url ?? '/';
}

/** One spelling of a page is kept: others (percent signs, capitals in front, slashes twice or last) are answered, but fill nothing. */
const cacheablePath = /^\/(?:[a-z0-9._~-]+(?:\/[\w.~-]+)*)?$/;

/**
 * Path and declared query of a page that may be kept, in one fixed spelling; undefined for everything that is
 * made anew each time. Names that the page does not declare never reach it, so they can't fill the cache.
 */
export function pageCacheKey(url: string): string | undefined {
  const queryStart = url.indexOf('?');
  const path = queryStart === -1 ? url : url.slice(0, queryStart);
  if (!cacheablePath.test(path)) return undefined;
  const names = cacheKeyParams(path, queryStart === -1 ? '' : url.slice(queryStart + 1));
  if (names === undefined) return undefined;
  if (queryStart === -1 || names.length === 0) return path;
  const query = new URLSearchParams(url.slice(queryStart + 1));
  const pairs = names.flatMap((name) => {
    const value = query.get(name);
    return value === null || value === '' || value.length > 100
      ? []
      : [`${name}=${encodeURIComponent(value)}`];
  });
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

async function closeServer(server: http.Server): Promise<void> {
  const serverClosed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const forceCloseTimer = setTimeout(() => server.closeAllConnections(), 8000);
  await serverClosed;
  clearTimeout(forceCloseTimer);
}

import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { pageCacheKey } from './cache/cache-key.ts';
import { PageCache } from './cache/page-cache.ts';
import { sendCachedPage } from './cache/send-cached-page.ts';
import {
  hasMultipleHosts,
  isCanonicalPath,
  rejectMultipleHosts,
  replaceNul,
  sendNotFound,
} from './http/request-target.ts';
import type { ServerOptions } from './options.ts';
import { createPageRenderer, type PageRenderer } from './pages.ts';
import { createRouter } from './router.ts';

export type RunningServer = {
  readonly cache: PageCache;
  /** Renders a page past the cache. */
  readonly renderUncached: (path: string) => Promise<Response>;
  /** Takes no new request; those in progress have 6 s to end before they are cut. */
  readonly close: () => Promise<void>;
};

const serverLimits = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2000,
  maxHeaderSize: 32 * 1024,
} as const;

/**
 * Serves the site: cached pages straight from memory, everything else through the router.
 * Rejects with the system's error (EADDRINUSE) where the port is taken.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const cache = new PageCache(options.maxPageCacheBytes);
  const pages = createPageRenderer(options, cache);
  const handleRequest = getRequestListener(createRouter(options, pages).fetch, {
    overrideGlobalObjects: false,
  });
  const { devMiddleware } = options;
  const server = http.createServer(serverLimits, (req, res) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!devMiddleware && isRead && serveFromCache(cache, pages, req, res)) return;
    if (hasMultipleHosts(req.rawHeaders)) return rejectMultipleHosts(res);
    if (!isCanonicalPath(req.url)) return sendNotFound(res);
    replaceNul(req);
    if (devMiddleware) devMiddleware(req, res, () => void handleRequest(req, res));
    else void handleRequest(req, res);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    cache,
    renderUncached: (path) => pages.renderUncached(new Request(options.origin + path), ''),
    close: () => closeServer(server),
  };
}

/**
 * Answers a cacheable page, rendering it where the cache has none; false for every other request.
 * The URL as it came is tried first, since nearly every request is for a key as it is.
 */
function serveFromCache(
  cache: PageCache,
  pages: PageRenderer,
  req: IncomingMessage,
  res: ServerResponse,
): boolean {
  const cached = cache.find(req.url ?? '/');
  if (cached) {
    sendCachedPage(cached, req, res);
    return true;
  }
  if (hasMultipleHosts(req.rawHeaders) || !isCanonicalPath(req.url)) return false;
  const key = pageCacheKey(replaceNul(req));
  if (key === undefined) return false;
  const page = cache.find(key);
  if (page) sendCachedPage(page, req, res);
  else void pages.servePage(key, req, res);
  return true;
}

async function closeServer(server: http.Server): Promise<void> {
  const serverClosed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const forceCloseTimer = setTimeout(() => server.closeAllConnections(), 6000);
  await serverClosed;
  clearTimeout(forceCloseTimer);
}

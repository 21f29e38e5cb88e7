import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { runInContext } from '#src/request-context.ts';
import { pageCacheKey } from './cache/cache-key.ts';
import type { CachedPage } from './cache/cached-page.ts';
import { PageCache } from './cache/page-cache.ts';
import { sendCachedPage } from './cache/send-cached-page.ts';
import { logAccess } from './http/access-log.ts';
import { readRequestId } from './http/request-id.ts';
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
  /** Takes no new request; those in progress have 8 s to end before they are cut. */
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
  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!devMiddleware && isRead && renderForCache(pages, req, res)) return;
    if (hasMultipleHosts(req.rawHeaders)) return rejectMultipleHosts(res);
    if (!isCanonicalPath(req.url)) return sendNotFound(res);
    replaceNul(req);
    if (devMiddleware) devMiddleware(req, res, () => void handleRequest(req, res));
    else void handleRequest(req, res);
  };
  const server = http.createServer(serverLimits, (req, res) => {
    const requestId = readRequestId(req.rawHeaders, options.trustedProxyCount);
    if (options.hasAccessLog) logAccess(options.log, requestId, req, res);
    const cached = devMiddleware ? undefined : findCachedPage(cache, req);
    if (cached) return sendCachedPage(cached, req, res, requestId);
    res.setHeader('x-request-id', requestId);
    runInContext({ requestId }, () => answer(req, res));
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
 * The page that the cache has for this read. The URL as it came is tried first, since nearly every
 * request is for a key as it is.
 */
function findCachedPage(cache: PageCache, req: IncomingMessage): CachedPage | undefined {
  if (req.method !== 'GET' && req.method !== 'HEAD') return undefined;
  const page = cache.find(req.url ?? '/');
  if (page) return page;
  const key = readCacheKey(req);
  return key === undefined ? undefined : cache.find(key);
}

/** Renders a cacheable page that the cache does not have; false for every other request. */
function renderForCache(pages: PageRenderer, req: IncomingMessage, res: ServerResponse): boolean {
  const key = readCacheKey(req);
  if (key === undefined) return false;
  void pages.servePage(key, req, res);
  return true;
}

function readCacheKey(req: IncomingMessage): string | undefined {
  if (hasMultipleHosts(req.rawHeaders) || !isCanonicalPath(req.url)) return undefined;
  return pageCacheKey(replaceNul(req));
}

async function closeServer(server: http.Server): Promise<void> {
  const serverClosed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const forceCloseTimer = setTimeout(() => server.closeAllConnections(), 8000);
  await serverClosed;
  clearTimeout(forceCloseTimer);
}

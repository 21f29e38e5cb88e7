import type http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { runInContext } from '#src/request-context.ts';
import { pageCacheKey } from './cache/cache-key.ts';
import type { CachedPage } from './cache/cached-page.ts';
import { PageCache } from './cache/page-cache.ts';
import { PageRefilling } from './cache/page-refilling.ts';
import { sendCachedPage } from './cache/send-cached-page.ts';
import { logAccess } from './http/access-log.ts';
import { createLimitedServer } from './http/connection-limits.ts';
import type { WorkQueues } from './http/limit-work.ts';
import { prefersMarkdown } from './http/prefers-markdown.ts';
import { spellPath } from './http/one-spelling.ts';
import { readRequestId } from './http/request-id.ts';
import {
  hasMultipleHosts,
  isCanonicalPath,
  hasValidHost,
  hasWrongHost,
  rejectHost,
  replaceNul,
  sendNotFound,
} from './http/request-target.ts';
import { WorkQueue } from './http/work-queue.ts';
import { MemoryGuard, measureUsedBytes } from './memory-guard.ts';
import type { ServerOptions } from './options.ts';
import { PageRenderer } from './pages.ts';
import { createRouter } from './router.ts';
import { SetupGate } from './setup-gate.ts';

export type RunningServer = {
  readonly cache: PageCache;
  /** Renders a page past the cache. */
  readonly renderUncached: (path: string) => Promise<Response>;
  /** Takes no new request; those in progress have 5 s to end before they are cut. */
  readonly close: () => Promise<void>;
};

/**
 * A page takes about five milliseconds of one core and a few database connections, so that more at
 * once would end no sooner. Searches are fewer, because the worst of them take longer.
 */
function createWorkQueues(isRefusing: () => boolean): WorkQueues {
  const shared = { maxWaiting: 200, maxWaitMs: 4000, isRefusing };
  return {
    renderings: new WorkQueue({ ...shared, maxRunning: 8 }),
    searches: new WorkQueue({ ...shared, maxRunning: 3 }),
    fullLists: new WorkQueue({ ...shared, maxRunning: 4, maxRunningPerClient: 2, maxWaiting: 20 }),
    accountForms: new WorkQueue({ ...shared, maxRunning: 6, maxWaiting: 400, maxWaitMs: 10_000 }),
  };
}

/**
 * Serves the site: cached pages straight from memory, everything else through the router.
 * Rejects with the system's error (EADDRINUSE) if the port is taken.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { devMiddleware } = options;
  const queues = createWorkQueues(() => memory.isRefusing);
  const cache = new PageCache({
    maxBytes: options.maxPageCacheBytes,
    isBusy: () => !queues.renderings.isIdle,
  });
  const memory = guardMemory(options, cache);
  const pages = new PageRenderer(options, cache, queues.renderings);
  const handleRequest = getRequestListener(createRouter(options, pages, queues).fetch, {
    overrideGlobalObjects: false,
  });
  const answer = createAnswer(devMiddleware, pages, handleRequest);
  const { maxConnections, trustedProxyCount } = options;
  const limits = {
    maxConnections,
    maxConnectionsPerClient: trustedProxyCount === 0 ? Math.ceil(maxConnections / 4) : undefined,
  };
  const gate = new SetupGate(() => options.app.store.isSetUp());
  const server = createLimitedServer(limits, (req, res) => {
    const requestId = readRequestId(req.rawHeaders, trustedProxyCount);
    if (options.hasAccessLog) logAccess(options.log, requestId, req, res);
    const cached = devMiddleware ? undefined : findCachedPage(cache, req);
    if (cached) return sendCachedPage(cache, cached, { req, res, requestId });
    res.setHeader('x-request-id', requestId);
    runInContext({ requestId }, () => {
      if (gate.isOpen) answer(req, res);
      else void gate.pass(req, res).then((mayPass) => mayPass && answer(req, res));
    });
  });
  await listen(server, options);
  const refilling = createRefilling(options, pages, cache, queues);
  refilling?.start();
  return {
    cache,
    renderUncached: (path) =>
      pages.renderUncached(new Request(options.origin + path), { clientIp: '', form: undefined }),
    close: async () => {
      memory.stop();
      await Promise.all([closeServer(server), refilling?.stop()]);
      await pages.close();
    },
  };
}

/** undefined where no pages are kept beyond the process. */
const createRefilling = (
  { keptPages, log }: ServerOptions,
  pages: PageRenderer,
  cache: PageCache,
  { renderings, searches }: WorkQueues,
): PageRefilling | undefined =>
  keptPages &&
  new PageRefilling({
    keptPages,
    log,
    refill: (key) => pages.refill(key),
    isBusy: () => !renderings.isIdle || !searches.isIdle,
    listKeys: () => cache.listKeys(),
  });

type Answer = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * Answers what the page cache doesn't have: another spelling, a page to render, or the router's.
 */
function createAnswer(
  devMiddleware: ServerOptions['devMiddleware'],
  pages: PageRenderer,
  handleRequest: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
): Answer {
  const answerAsSpelled: Answer = (req, res) => {
    if (!devMiddleware && isRead(req) && renderForCache(pages, req, res)) return;
    if (hasMultipleHosts(req.rawHeaders) || !hasValidHost(req)) return rejectHost(res);
    if (!isCanonicalPath(req.url)) return sendNotFound(res);
    replaceNul(req);
    if (devMiddleware) devMiddleware(req, res, () => void handleRequest(req, res));
    else void handleRequest(req, res);
  };
  return (req, res) => {
    const isOurs = !devMiddleware && isRead(req) && !hasMultipleHosts(req.rawHeaders);
    if (!isOurs || hasOneSpelling(req)) return answerAsSpelled(req, res);
    void pages.leadToOneSpelling(req, res).then((isLed) => isLed || answerAsSpelled(req, res));
  };
}

/** Development is not guarded: Vite's own memory counts there. */
function guardMemory(options: ServerOptions, cache: PageCache): MemoryGuard {
  const memory = new MemoryGuard({
    limitBytes: options.memoryLimitBytes,
    readUsedBytes: measureUsedBytes,
    shrink: () => cache.shrink(),
    log: options.log,
  });
  if (!options.devMiddleware) memory.start();
  return memory;
}

/**
 * With node's backlog of 511 the system drops what comes at once, and browsers wait for seconds.
 */
const listen = (server: http.Server, { port, host, maxConnections }: ServerOptions) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: maxConnections }, resolve);
  });

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Most addresses are; the others may mean a page all the same. */
function hasOneSpelling({ url = '/' }: IncomingMessage): boolean {
  const [path = '/'] = url.split('?', 1);
  return spellPath(path) === path;
}

/**
 * The page that the cache has for this read. The URL as it came is tried first, since nearly every
 * request is for a key as it is.
 */
function findCachedPage(cache: PageCache, req: IncomingMessage): CachedPage | undefined {
  if (!isRead(req) || hasWrongHost(req)) return undefined;
  const page = cache.find(req.url ?? '/') ?? findByKey(cache, req);
  return page?.hasMarkdown && prefersMarkdown(req) ? undefined : page;
}

function findByKey(cache: PageCache, req: IncomingMessage): CachedPage | undefined {
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
  if (hasWrongHost(req) || !isCanonicalPath(req.url)) return undefined;
  return pageCacheKey(replaceNul(req));
}

async function closeServer(server: http.Server): Promise<void> {
  const serverClosed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const forceCloseTimer = setTimeout(() => server.closeAllConnections(), 5000);
  await serverClosed;
  clearTimeout(forceCloseTimer);
}

import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { pageQuery } from '#src/paths.ts';
import { createApp } from './app.ts';
import type { ServerOptions } from './options.ts';
import { answer, PageCache, refuseHosts } from './page-cache.ts';
import { createPages } from './pages.ts';

export type RunningServer = {
  readonly port: number;
  readonly cache: PageCache;
  /** Makes a page anew, past the cache. */
  render(path: string): Promise<Response>;
  /** No new request is taken, those under way end (10 s at most). */
  close(): Promise<void>;
};

/**
 * Serves the site: a cached page straight from memory, everything else through the application.
 * Rejects with the system's error (EADDRINUSE) where the port is taken.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const cache = new PageCache();
  const pages = createPages(options, cache);
  const app = getRequestListener(createApp(options, pages).fetch, { overrideGlobalObjects: false });
  const development = options.before !== undefined;

  const server = http.createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: 32 * 1024,
    },
    (req, res) => {
      if (!development && (req.method === 'GET' || req.method === 'HEAD')) {
        const known = cache.find(req.url ?? '/');
        if (known) return answer(known, req, res);
        if (hasTwoHosts(req.rawHeaders)) return refuseHosts(res);
        if (!isPath(req.url)) return misspelt(res);
        const key = cacheKey(withoutNul(req));
        const entry = key === undefined ? undefined : cache.find(key);
        if (entry) return answer(entry, req, res);
        if (key !== undefined) return void pages.fresh(key, req, res);
      }
      if (hasTwoHosts(req.rawHeaders)) return refuseHosts(res);
      if (!isPath(req.url)) return misspelt(res);
      withoutNul(req);
      if (options.before) options.before(req, res, () => void app(req, res));
      else void app(req, res);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    cache,
    render: (path) => pages.render(new Request(options.origin + path), ''),
    close: () => close(server),
  };
}

function hasTwoHosts(raw: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < raw.length; i += 2)
    if (raw[i]?.length === 4 && raw[i]?.toLowerCase() === 'host') hosts++;
  return hosts > 1;
}

/** True for an address that means itself: no other host, no steps up, nothing that a parser would spell in another way. */
function isPath(url = ''): boolean {
  if (!url.startsWith('/') || url.startsWith('//') || !URL.canParse(url, 'http://x')) return false;
  return new URL(url, 'http://x').pathname === (url.split('?')[0] ?? '');
}

function misspelt(res: http.ServerResponse): void {
  res.writeHead(404, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  res.end('There is nothing at this address.\n');
}

/** The address; a NUL in it becomes a character that nothing is named by, since no text of ours holds one and the database takes none. */
function withoutNul(req: http.IncomingMessage): string {
  if (req.url?.includes('%00')) req.url = req.url.replaceAll('%00', '%EF%BF%BD');
  return req.url ?? '/';
}

/** One spelling of a page is kept: others (percent signs, capitals in front, slashes twice or last) are answered, but fill nothing. */
const plain = /^\/(?:[a-z0-9._~-]+(?:\/[\w.~-]+)*)?$/;

/**
 * Path and declared query of a page that may be kept, in one fixed spelling; undefined for everything that is
 * made anew each time. Names that the page does not declare never reach it, so they can't fill the cache.
 */
export function cacheKey(url: string): string | undefined {
  const cut = url.indexOf('?');
  const path = cut === -1 ? url : url.slice(0, cut);
  if (!plain.test(path)) return undefined;
  const names = pageQuery(path, cut === -1 ? '' : url.slice(cut + 1));
  if (names === undefined) return undefined;
  if (cut === -1 || names.length === 0) return path;
  const given = new URLSearchParams(url.slice(cut + 1));
  const kept = names.flatMap((name) => {
    const value = given.get(name);
    return value === null || value === '' || value.length > 100
      ? []
      : [`${name}=${encodeURIComponent(value)}`];
  });
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

async function close(server: http.Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const patience = setTimeout(() => server.closeAllConnections(), 8000);
  await closed;
  clearTimeout(patience);
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequestHandler } from 'react-router';
import type { CachedPage } from './cache/cached-page.ts';
import type { PageCache } from './cache/page-cache.ts';
import { sendCachedPage } from './cache/send-cached-page.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import type { ServerOptions } from './options.ts';
import { createPageVisit } from './page-visit.ts';

export type PageRenderer = {
  /**
   * Renders the page under `key`, caches it where it may be cached, and answers. Requests for one
   * key share one rendering; 503 where it fails.
   */
  readonly servePage: (key: string, req: IncomingMessage, res: ServerResponse) => Promise<void>;
  /** Renders a request that is never cached: personal pages, and every post. */
  readonly renderUncached: (request: Request, clientIp: string) => Promise<Response>;
};

type UncachedPage = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
};
type BuiltPage = { readonly cached: CachedPage } | { readonly uncached: UncachedPage };

/** Answers `url` (path and query on our origin) with the names of everything it shows. */
type Render = (url: string) => Promise<{ response: Response; tags: ReadonlySet<string> }>;

/** The pages of React Router's build, and the answers of the JSON contract that may be cached. */
export function createPageRenderer(options: ServerOptions, cache: PageCache): PageRenderer {
  const { build } = options;
  const mode = typeof build === 'function' ? 'development' : 'production';
  const handler = createRequestHandler(build, mode);
  const headers = createSecurityHeaders(options);
  const inFlight = new Map<string, Promise<BuiltPage>>();

  async function renderPage(request: Request, clientIp: string) {
    const visit = createPageVisit(options, request, clientIp);
    const response = serverErrorToUnavailable(await handler(request, visit.context));
    visit.appendCookies(response.headers);
    return { response, tags: visit.tags };
  }

  const render: Render = (url) =>
    url.startsWith('/admin/api/')
      ? fetchApi(options, url)
      : renderPage(new Request(options.origin + url), '');

  const buildOnce = (key: string): Promise<BuiltPage> => {
    const building =
      inFlight.get(key) ??
      buildPage(cache, render, headers, key).finally(() => inFlight.delete(key));
    inFlight.set(key, building);
    return building;
  };

  return {
    async servePage(key, req, res) {
      try {
        const page = await buildOnce(key);
        if ('cached' in page) sendCachedPage(page.cached, req, res);
        else sendUncachedPage(page.uncached, req, res);
      } catch (error) {
        options.log.error({ error: String(error), path: key }, 'a page could not be rendered');
        sendPageUnavailable(res);
      }
    },
    async renderUncached(request, clientIp) {
      const { response } = await renderPage(withPublicOrigin(request, options.origin), clientIp);
      for (const [name, value] of Object.entries(headers))
        if (name !== 'referrer-policy' || !response.headers.has(name))
          response.headers.set(name, value);
      response.headers.set('cache-control', 'private, no-store');
      return response;
    },
  };
}

/** Renders a page, and caches it where it is a 200 with tags that sets no cookie. */
async function buildPage(
  cache: PageCache,
  render: Render,
  securityHeaders: Record<string, string>,
  key: string,
): Promise<BuiltPage> {
  const { generation } = cache;
  const { response, tags } = await render(key);
  const { status } = response;
  const body = Buffer.from(await response.arrayBuffer());
  if (status !== 200 || tags.size === 0 || response.headers.has('set-cookie')) {
    const headers = {
      ...Object.fromEntries(response.headers),
      ...securityHeaders,
      'cache-control': 'no-cache',
    };
    return { uncached: { status, headers, body } };
  }
  const headers = {
    ...securityHeaders,
    'content-type': response.headers.get('content-type') ?? 'text/html; charset=utf-8',
  };
  const page = { status, html: body, headers, tags: [...tags] };
  return { cached: await cache.store(key, page, generation) };
}

async function fetchApi({ api, origin }: ServerOptions, url: string) {
  const tags = new Set<string>();
  const response = await api.fetch(new Request(origin + url), {
    cacheTags: (...names) => names.forEach((name) => tags.add(name)),
    clientIp: '',
    userAgent: '',
    buyerSecret: undefined,
    sessionSecret: undefined,
    knownBrowser: undefined,
  });
  return { response, tags };
}

function sendUncachedPage(page: UncachedPage, req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(page.status, { ...page.headers, 'content-length': page.body.length });
  res.end(req.method === 'HEAD' ? undefined : page.body);
}

function sendPageUnavailable(res: ServerResponse): void {
  if (!res.headersSent)
    res.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '5' });
  res.end("This page can't be shown at the moment. Please try again in a few seconds.\n");
}

/**
 * The request under our public origin, whatever Host it came by, and without `Origin`: http/csrf.ts
 * has decided already who may post, and React Router's own check knows less.
 */
function withPublicOrigin(request: Request, origin: string): Request {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.delete('origin');
  const { method, signal, body } = request;
  const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' };
  return new Request(origin + pathname + search, init);
}

/** A failure of ours (most of all a database that is away) tells clients when to try again. */
function serverErrorToUnavailable(response: Response): Response {
  return response.status === 500
    ? new Response(response.body, {
        status: 503,
        headers: { ...Object.fromEntries(response.headers), 'retry-after': '5' },
      })
    : response;
}

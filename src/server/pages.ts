import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { appContext, visitContext } from '#site/context.ts';
import { readCookieSecret, formatSetCookie } from './http/cookies.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import type { ServerOptions } from './options.ts';
import { sendCachedPage, type CachedPage, type PageCache } from './cache/page-cache.ts';

export type PageRenderer = {
  /** Makes the page under `key`, keeps it where it may be kept, and answers. Requests for one key wait for one making. */
  servePage(key: string, req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Renders a request that is never kept: personal pages, and every post. */
  renderUncached(request: Request, address: string): Promise<Response>;
};

type BuiltPage =
  | { readonly entry: CachedPage }
  | { readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer };

/** The pages over React Router's build; each request is handed the shop and what is known of the visit. */
export function createPageRenderer(options: ServerOptions, cache: PageCache): PageRenderer {
  const { build } = options;
  const handler = createRequestHandler(
    build,
    typeof build === 'function' ? 'development' : 'production',
  );
  const headers = createSecurityHeaders(options);
  const inFlight = new Map<string, Promise<BuiltPage>>();

  async function buildPage(key: string): Promise<BuiltPage> {
    const { generation } = cache;
    const { response, tags } = key.startsWith('/admin/api/')
      ? await fetchApi(key)
      : await renderPage(new Request(options.origin + key));
    const body = Buffer.from(await response.arrayBuffer());
    if (response.status === 200 && tags.size > 0 && !response.headers.has('set-cookie')) {
      const entry = await cache.store(
        key,
        200,
        body,
        {
          ...headers,
          'content-type': response.headers.get('content-type') ?? 'text/html; charset=utf-8',
        },
        [...tags],
        generation,
      );
      return { entry };
    }
    return {
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), ...headers, 'cache-control': 'no-cache' },
      body,
    };
  }

  async function fetchApi(key: string): Promise<{ response: Response; tags: Set<string> }> {
    const tags = new Set<string>();
    const response = await options.api.fetch(new Request(options.origin + key), {
      cacheTags: (...names) => names.forEach((name) => tags.add(name)),
      clientIp: '',
      userAgent: '',
      buyerSecret: undefined,
      sessionSecret: undefined,
    });
    return { response, tags };
  }

  async function renderPage(
    request: Request,
    clientIp = '',
  ): Promise<{ response: Response; tags: Set<string> }> {
    const tags = new Set<string>();
    let made: string | undefined;
    const cookies = request.headers.get('cookie');
    const buyerSecret = readCookieSecret('buyer', cookies, options.origin);
    let session: { to: string | undefined } | undefined;
    let isLoggedOut = false;
    const context = new RouterContextProvider();
    context.set(appContext, options.app);
    context.set(visitContext, {
      cacheTags: (...names) => names.forEach((name) => tags.add(name)),
      buyerSecret: buyerSecret,
      ensureBuyerCookie: () =>
        buyerSecret ??
        (made ??=
          crypto.randomUUID().replaceAll('-', '') + crypto.randomUUID().replaceAll('-', '')),
      origin: options.origin,
      clientIp,
      // A page that is shown after its form changed the session sees the new one.
      get sessionSecret() {
        return session === undefined
          ? readCookieSecret('session', cookies, options.origin)
          : session.to;
      },
      setSessionCookie: (to) => void (session = { to }),
      clearCookies: () => void (isLoggedOut = true),
      userAgent: request.headers.get('user-agent') ?? '',
      captcha: options.captcha,
      analyticsScriptUrl: options.analyticsScriptUrl,
      islandsLoaderUrl: options.islandsLoaderUrl,
    });
    const response = serverErrorToUnavailable(await handler(request, context));
    if (made !== undefined)
      response.headers.append('set-cookie', formatSetCookie('buyer', made, options.origin));
    if (isLoggedOut)
      for (const kind of ['buyer', 'session'] as const)
        response.headers.append('set-cookie', formatSetCookie(kind, undefined, options.origin));
    if (session !== undefined)
      response.headers.append('set-cookie', formatSetCookie('session', session.to, options.origin));
    return { response, tags };
  }

  return {
    async servePage(key, req, res) {
      try {
        let made = inFlight.get(key);
        if (!made) {
          made = buildPage(key).finally(() => inFlight.delete(key));
          inFlight.set(key, made);
        }
        const page = await made;
        if ('entry' in page) return sendCachedPage(page.entry, req, res);
        res.writeHead(page.status, { ...page.headers, 'content-length': page.body.length });
        res.end(req.method === 'HEAD' ? undefined : page.body);
      } catch (error) {
        options.log.error({ error: String(error), path: key }, 'a page could not be made');
        if (!res.headersSent)
          res.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '5' });
        res.end("This page can't be shown at the moment. Please try again in a few seconds.\n");
      }
    },
    async renderUncached(request, address) {
      const { response } = await renderPage(withPublicOrigin(request, options.origin), address);
      for (const [name, value] of Object.entries(headers))
        if (name !== 'referrer-policy' || !response.headers.has(name))
          response.headers.set(name, value);
      response.headers.set('cache-control', 'private, no-store');
      return response;
    },
  };
}

/** The request under our own address, whatever Host it came by. Who may post was decided before: the framework's own look at `Origin` would know less. */
function withPublicOrigin(
  { url, method, headers: given, body, signal }: Request,
  origin: string,
): Request {
  const { pathname, search } = new URL(url);
  const headers = new Headers(given);
  headers.delete('origin');
  return new Request(origin + pathname + search, {
    method,
    headers,
    signal,
    ...(body ? { body, duplex: 'half' } : {}),
  } as RequestInit);
}

/** A fault of ours (most of all a database that is away for a moment) says when to come again, here as everywhere. */
function serverErrorToUnavailable(response: Response): Response {
  return response.status === 500
    ? new Response(response.body, {
        status: 503,
        headers: { ...Object.fromEntries(response.headers), 'retry-after': '5' },
      })
    : response;
}

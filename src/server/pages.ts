import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { shopContext, visitContext } from '#site/context.ts';
import { cookieSecret, setCookie } from './browser.ts';
import { securityHeaders } from './headers.ts';
import type { ServerOptions } from './options.ts';
import { answer, type Entry, type PageCache } from './page-cache.ts';

export type Pages = {
  /** Makes the page under `key`, keeps it where it may be kept, and answers. Requests for one key wait for one making. */
  fresh(key: string, req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Renders a request that is never kept: personal pages, and every post. */
  render(request: Request, address: string): Promise<Response>;
};

type Made =
  | { readonly entry: Entry }
  | { readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer };

/** The pages over React Router's build; each request is handed the shop and what is known of the visit. */
export function createPages(options: ServerOptions, cache: PageCache): Pages {
  const { build } = options;
  const handler = createRequestHandler(
    build,
    typeof build === 'function' ? 'development' : 'production',
  );
  const headers = securityHeaders(options);
  const making = new Map<string, Promise<Made>>();

  async function make(key: string): Promise<Made> {
    const { generation } = cache;
    const { response, tags } = key.startsWith('/admin/api/')
      ? await read(key)
      : await run(new Request(options.origin + key));
    const body = Buffer.from(await response.arrayBuffer());
    if (response.status === 200 && tags.size > 0 && !response.headers.has('set-cookie')) {
      const entry = await cache.keep(
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

  async function read(key: string): Promise<{ response: Response; tags: Set<string> }> {
    const tags = new Set<string>();
    const response = await options.wire.fetch(new Request(options.origin + key), {
      hangsOn: (...names) => names.forEach((name) => tags.add(name)),
      address: '',
      agent: '',
      buyer: undefined,
      session: undefined,
    });
    return { response, tags };
  }

  async function run(
    request: Request,
    address = '',
  ): Promise<{ response: Response; tags: Set<string> }> {
    const tags = new Set<string>();
    let made: string | undefined;
    const cookies = request.headers.get('cookie');
    const known = cookieSecret('buyer', cookies, options.origin);
    let session: { to: string | undefined } | undefined;
    let left = false;
    const context = new RouterContextProvider();
    context.set(shopContext, options.shop);
    context.set(visitContext, {
      hangsOn: (...names) => names.forEach((name) => tags.add(name)),
      browser: known,
      makeBrowser: () =>
        known ??
        (made ??=
          crypto.randomUUID().replaceAll('-', '') + crypto.randomUUID().replaceAll('-', '')),
      origin: options.origin,
      address,
      // A page that is shown after its form changed the session sees the new one.
      get session() {
        return session === undefined
          ? cookieSecret('session', cookies, options.origin)
          : session.to;
      },
      setSession: (to) => void (session = { to }),
      leave: () => void (left = true),
      agent: request.headers.get('user-agent') ?? '',
      challenge: options.challenge,
      analytics: options.analytics,
      loader: options.loader,
    });
    const response = passing(await handler(request, context));
    if (made !== undefined)
      response.headers.append('set-cookie', setCookie('buyer', made, options.origin));
    if (left)
      for (const kind of ['buyer', 'session'] as const)
        response.headers.append('set-cookie', setCookie(kind, undefined, options.origin));
    if (session !== undefined)
      response.headers.append('set-cookie', setCookie('session', session.to, options.origin));
    return { response, tags };
  }

  return {
    async fresh(key, req, res) {
      try {
        let made = making.get(key);
        if (!made) {
          made = make(key).finally(() => making.delete(key));
          making.set(key, made);
        }
        const page = await made;
        if ('entry' in page) return answer(page.entry, req, res);
        res.writeHead(page.status, { ...page.headers, 'content-length': page.body.length });
        res.end(req.method === 'HEAD' ? undefined : page.body);
      } catch (error) {
        options.log.error({ error: String(error), path: key }, 'a page could not be made');
        if (!res.headersSent)
          res.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '5' });
        res.end("This page can't be shown at the moment. Please try again in a few seconds.\n");
      }
    },
    async render(request, address) {
      const { response } = await run(ours(request, options.origin), address);
      for (const [name, value] of Object.entries(headers))
        if (name !== 'referrer-policy' || !response.headers.has(name))
          response.headers.set(name, value);
      response.headers.set('cache-control', 'private, no-store');
      return response;
    },
  };
}

/** The request under our own address, whatever Host it came by. Who may post was decided before: the framework's own look at `Origin` would know less. */
function ours({ url, method, headers: given, body, signal }: Request, origin: string): Request {
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
function passing(response: Response): Response {
  return response.status === 500
    ? new Response(response.body, {
        status: 503,
        headers: { ...Object.fromEntries(response.headers), 'retry-after': '5' },
      })
    : response;
}

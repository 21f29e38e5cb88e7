import { Hono } from 'hono';
import { readClientIp } from '../http/client-ip.ts';
import type { ServerOptions } from '../options.ts';
import type { PageRenderer } from '../pages.ts';

const formContentType = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Pages that are not served from the cache. 405 beyond GET, HEAD and POST, 415 beyond forms. */
export function pageRoutes(options: ServerOptions, pages: PageRenderer): Hono {
  const routes = new Hono();
  routes.all('*', (c) => {
    if (!['GET', 'HEAD', 'POST'].includes(c.req.method))
      return c.text('This address answers GET, HEAD and POST.\n', 405, {
        allow: 'GET, HEAD, POST',
      });
    if (isReactRouterDataRequest(c.req.path)) return c.notFound();
    if (c.req.method === 'POST' && !formContentType.test(c.req.header('content-type') ?? ''))
      return c.text('Unsupported content type: pages accept form posts.\n', 415);
    return pages.renderUncached(c.req.raw, readClientIp(c, options));
  });
  return routes;
}

/** Calls of React Router's client: pages here are not hydrated by it, so nobody makes them. */
const isReactRouterDataRequest = (path: string): boolean =>
  path.endsWith('.data') || path === '/__manifest';

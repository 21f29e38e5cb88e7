import { Hono } from 'hono';
import { readClientIp } from '../http/client-ip.ts';
import type { AdminEnv } from '../admin/guard.ts';
import type { FormEnv } from '../http/posted-form.ts';
import type { ServerOptions } from '../options.ts';
import type { PageRenderer } from '../pages.ts';

/** Pages that are not served from the cache. */
export function pageRoutes(options: ServerOptions, pages: PageRenderer): Hono<FormEnv & AdminEnv> {
  const routes = new Hono<FormEnv & AdminEnv>();
  routes.all('*', (c) => {
    if (isReactRouterDataRequest(c.req.path)) return c.notFound();
    return pages.renderUncached(c.req.raw, {
      clientIp: readClientIp(c, options),
      form: c.get('form'),
      staff: c.get('staff'),
    });
  });
  return routes;
}

/** Calls of React Router's client: pages here are not hydrated by it, so nobody makes them. */
const isReactRouterDataRequest = (path: string): boolean =>
  path.endsWith('.data') || path === '/__manifest';

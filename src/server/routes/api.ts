import { Hono, type Context } from 'hono';
import { endpoints } from '#src/api/endpoints.ts';
import type { ApiRequestContext } from '#src/api/options.ts';
import { allowBodyTime, cvTimeMs } from '../http/body-time.ts';
import { readClientIp } from '../http/client-ip.ts';
import { readCookie } from '../http/cookies.ts';
import type { ServerOptions } from '../options.ts';

/** The JSON contract under /admin/api, which has body limits and refusals of its own. */
export function apiRoutes(options: ServerOptions): Hono {
  const routes = new Hono();
  routes.post(endpoints.carrer.path, async (c, next) => {
    allowBodyTime(c, cvTimeMs);
    await next();
  });
  routes.all('*', (c) => options.api.fetch(c.req.raw, createApiContext(c, options)));
  return routes;
}

/** Returns the contract's view of a request: nothing of cookies' names or of proxies. */
const createApiContext = (c: Context, options: ServerOptions): ApiRequestContext => ({
  cacheTags: () => {},
  clientIp: readClientIp(c, options),
  userAgent: c.req.header('user-agent') ?? '',
  buyerSecret: readCookie('buyer', c.req.header('cookie'), options.origin),
  sessionSecret: readCookie('session', c.req.header('cookie'), options.origin),
  knownBrowser: readCookie('known-browser', c.req.header('cookie'), options.origin),
});

import { Hono } from 'hono';
import type { ServerOptions } from '#server/options.ts';

const uncached = { 'cache-control': 'no-store' };

/**
 * `GET /healthz`: 200 while this process answers at all. `GET /readyz`: 200 if the database, its
 * migrations and the worker are well, the store is set up and no job is late, else 503; its JSON
 * says which is not.
 */
export function healthRoutes({ checkReadiness }: Pick<ServerOptions, 'checkReadiness'>): Hono {
  const routes = new Hono();
  routes.get('/healthz', (c) => c.json({ ok: true }, 200, uncached));
  routes.get('/readyz', async (c) => {
    const { isReady, ...states } = await checkReadiness();
    return c.json({ ready: isReady, ...states }, isReady ? 200 : 503, uncached);
  });
  return routes;
}

import { Hono } from 'hono';
import type { App } from '#core/app.ts';

/** `GET /healthz`: 200 where the database answers, else 503. */
export function healthRoutes(app: App): Hono {
  const routes = new Hono();
  routes.get('/', async (c) => {
    const isHealthy = await app.content.isDatabaseReachable();
    return c.json({ ok: isHealthy }, isHealthy ? 200 : 503, { 'cache-control': 'no-store' });
  });
  return routes;
}

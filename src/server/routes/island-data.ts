import { Hono } from 'hono';
import type { App } from '#core/app.ts';

/** Answers for the islands, as JSON; the same verbs as the pages. */
export function islandDataRoutes(app: App): Hono {
  const routes = new Hono();
  routes.get('/search', async (c) => {
    const words = (c.req.query('q') ?? '').slice(0, 200);
    const [found, services] = await Promise.all([
      app.catalogue.suggest(words),
      app.content.searchServices(words),
    ]);
    return c.json({ ...found, services }, 200, { 'cache-control': 'no-cache' });
  });
  routes.get('/latest', async (c) => {
    const reports = await app.catalogue.listNewestInIndustry(
      (c.req.query('industry') ?? '').slice(0, 100),
    );
    if (!reports) return c.json({ message: 'No such industry.' }, 404);
    return c.json({ reports }, 200, { 'cache-control': 'no-cache' });
  });
  return routes;
}

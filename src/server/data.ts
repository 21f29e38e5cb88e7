import { Hono } from 'hono';
import type { Shop } from '#core/shop.ts';

/** Answers for the islands, as JSON; the same verbs as the pages. */
export function dataRoutes(shop: Shop): Hono {
  const app = new Hono();
  app.get('/search', async (c) => {
    const words = (c.req.query('q') ?? '').slice(0, 200);
    const [found, services] = await Promise.all([
      shop.catalogue.find(words),
      shop.content.findServices(words),
    ]);
    return c.json({ ...found, services }, 200, { 'cache-control': 'no-cache' });
  });
  app.get('/latest', async (c) => {
    const reports = await shop.catalogue.latestOf((c.req.query('industry') ?? '').slice(0, 100));
    if (!reports) return c.json({ message: 'No such industry.' }, 404);
    return c.json({ reports }, 200, { 'cache-control': 'no-cache' });
  });
  return app;
}

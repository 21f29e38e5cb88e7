import { Hono } from 'hono';
import type { App } from '#core/app.ts';
import { toPublications } from '#core/catalogue/publication.model.ts';

/** Data for the islands as JSON: search suggestions, and the newest reports of an industry. */
export function islandDataRoutes(app: App): Hono {
  const routes = new Hono();
  routes.get('/search', async (c) => {
    const query = (c.req.query('q') ?? '').slice(0, 200);
    const [suggestions, services] = await Promise.all([
      app.catalogue.suggest(query),
      app.content.searchServices(query),
    ]);
    return c.json({ ...suggestions, services }, 200, { 'cache-control': 'no-cache' });
  });
  routes.get('/latest', async (c) => {
    const reports = await app.catalogue.listNewestInIndustry(
      (c.req.query('industry') ?? '').slice(0, 100),
    );
    if (!reports) return c.json({ message: 'No such industry.' }, 404);
    return c.json({ reports: toPublications(reports) }, 200, { 'cache-control': 'no-cache' });
  });
  return routes;
}

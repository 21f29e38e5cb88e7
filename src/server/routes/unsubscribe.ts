import { Hono } from 'hono';
import type { App } from '#core/app.ts';

/**
 * `POST /unsubscribe/:token` from a mail program's one-click button (RFC 8058). A browser's form
 * (it sends Sec-Fetch-Mode) continues to the page of the same address.
 */
export function unsubscribeRoutes(app: App): Hono {
  const routes = new Hono();
  routes.post('/:token', async (c, next) => {
    const isForm = (c.req.header('content-type') ?? '').includes('form');
    if (!isForm || c.req.header('sec-fetch-mode')) return next();
    return (await app.leads.newsletter.unsubscribe(c.req.param('token')))
      ? c.text('The subscription has ended.\n')
      : c.text('There is no such subscription.\n', 404);
  });
  return routes;
}

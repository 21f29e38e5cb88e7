import { Hono } from 'hono';
import { defaultAccent } from '#core/store/colours.model.ts';
import { toResponseBody } from '../http/file-response.ts';
import type { ServerOptions } from '../options.ts';

/**
 * `GET /share/:code.png`: a report's card of 1200 × 630 pixels for sites where its page is shared;
 * `/share/store.png` is the card of all other pages.
 */
export function shareCardRoutes({ app, origin }: ServerOptions): Hono {
  const routes = new Hono();
  routes.get('/:file{.+\\.png}', async (c) => {
    const name = c.req.param('file').replace(/\.png$/, '');
    const { siteName, colours } = await app.store.getSiteInfo();
    const card = await app.catalogue.files.openShareCard(name === 'store' ? undefined : name, {
      kicker: 'Market research',
      title: siteName,
      foot: [new URL(origin).hostname, ''],
      hue: { colour: colours.accent ?? defaultAccent },
    });
    if (!card) return c.text('There is no such card.\n', 404);
    const headers = {
      'content-type': 'image/png',
      'content-length': String(card.bytes),
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    };
    return c.body(toResponseBody(card.stream), 200, headers);
  });
  return routes;
}

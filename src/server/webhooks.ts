import { Hono } from 'hono';
import { bodyLimit } from './body-limit.ts';
import type { ServerOptions } from './options.ts';

/** What the payment provider tells us: raw bytes, as its signature signs them. 200 after the commit, 400 for what is not the provider's. */
export function webhookRoutes({ shop }: ServerOptions): Hono {
  const app = new Hono();
  app.post(
    '/paypal',
    bodyLimit(256 * 1024, (c) => c.text('The event is larger than 256 KB.\n', 413)),
    async (c) => {
      const heard = await shop.orders.hear(
        new Uint8Array(await c.req.arrayBuffer()),
        c.req.header(),
      );
      return heard.ok ? c.body(null, 200) : c.text(`${heard.message}\n`, heard.status);
    },
  );
  return app;
}

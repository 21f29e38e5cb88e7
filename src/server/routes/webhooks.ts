import { Hono } from 'hono';
import { limitBody } from '../http/body-limit.ts';
import type { ServerOptions } from '../options.ts';
import { refusalStatus } from '#src/faults/refusal-status.ts';

/**
 * `POST /webhooks/paypal`: the raw bytes are handed on, since the signature signs those. 200 once
 * the event is committed, 400 for a signature that is not the provider's.
 */
export function webhookRoutes({ app }: ServerOptions): Hono {
  const routes = new Hono();
  routes.post('/paypal', limitBody(256 * 1024), async (c) => {
    const outcome = await app.orders.webhooks.receiveWebhook(
      new Uint8Array(await c.req.arrayBuffer()),
      c.req.header(),
    );
    return outcome.ok
      ? c.body(null, 200)
      : c.text(`${outcome.message}\n`, refusalStatus[outcome.code]);
  });
  return routes;
}

import { Hono } from 'hono';
import { isFormKind, sendForm } from '#site/leads/send.ts';
import type { ServerOptions } from './options.ts';
import { visitorAddress } from './visitor.ts';

/** Forms sent by islands: the same verbs as the pages' own posts, answered as JSON `{ ok, message, errors }`. */
export function formRoutes({ shop, trustProxy }: ServerOptions): Hono {
  const app = new Hono();
  app.post('/:kind', async (c) => {
    const kind = c.req.param('kind');
    if (!isFormKind(kind)) return c.json({ ok: false, message: 'There is no such form.' }, 404);
    const form = await c.req.raw.formData().catch(() => undefined);
    if (!form) return c.json({ ok: false, message: 'The form could not be read.' }, 400);
    const from = form.get('page');
    const page = typeof from === 'string' && /^\/[^/\\]/.test(from) ? from.slice(0, 300) : '/';
    const answer = await sendForm(shop.leads, kind, form, {
      address: visitorAddress(c.env, c.req.header('x-forwarded-for'), trustProxy),
      page,
    });
    if (answer.ok)
      return c.json({ ok: true, message: answer.value.message }, 200, {
        'cache-control': 'no-store',
      });
    const { status, message, errors, retryAfter } = answer;
    return c.json({ ok: false, message, errors }, status, {
      'cache-control': 'no-store',
      ...(retryAfter ? { 'retry-after': String(retryAfter) } : {}),
    });
  });
  return app;
}

import { Hono } from 'hono';
import { textFields } from '#site/leads/send.ts';
import { setCookie } from './browser.ts';
import type { ServerOptions } from './options.ts';
import { visitorAddress } from './visitor.ts';

/** Login, signup and forgotten passwords for the islands: the same verbs as the pages' own posts, as JSON `{ ok, message, errors }`. */
export function accountRoutes({ shop, origin, trustProxy }: ServerOptions): Hono {
  const app = new Hono();
  app.post('/:what', async (c) => {
    const what = c.req.param('what');
    const form = await c.req.raw.formData().then(textFields, () => undefined);
    if (!form) return c.json({ ok: false, message: 'The form could not be read.' }, 400);
    const visitor = {
      address: visitorAddress(c.env, c.req.header('x-forwarded-for'), trustProxy),
      agent: c.req.header('user-agent') ?? '',
    };
    c.header('cache-control', 'no-store');
    const answer =
      what === 'login'
        ? await shop.accounts.login(form, visitor)
        : what === 'signup'
          ? await shop.accounts.register(form, visitor)
          : what === 'forgot-password'
            ? await shop.accounts.forgot(form, visitor)
            : undefined;
    if (!answer) return c.json({ ok: false, message: 'There is no such form.' }, 404);
    if (!answer.ok) {
      if (answer.retryAfter) c.header('retry-after', String(answer.retryAfter));
      return c.json({ ok: false, message: answer.message, errors: answer.errors }, answer.status);
    }
    if ('session' in answer.value)
      c.header('set-cookie', setCookie('session', answer.value.session, origin));
    return c.json({
      ok: true,
      message: 'message' in answer.value ? answer.value.message : 'You are logged in.',
    });
  });
  return app;
}

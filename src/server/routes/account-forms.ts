import { Hono } from 'hono';
import { readTextFields } from '#site/form-fields.ts';
import { formatSetCookie } from '../http/cookies.ts';
import type { ServerOptions } from '../options.ts';
import { readClientIp } from '../http/client-ip.ts';
import { refusalStatus } from '#src/refusal-status.ts';

/** Login, signup and forgotten passwords for the islands: the same verbs as the pages' own posts, as JSON `{ ok, message, errors }`. */
export function accountFormRoutes({ app, origin, trustedProxyCount }: ServerOptions): Hono {
  const routes = new Hono();
  routes.post('/:what', async (c) => {
    const formName = c.req.param('what');
    const form = await c.req.raw.formData().then(readTextFields, () => undefined);
    if (!form) return c.json({ ok: false, message: 'The form could not be read.' }, 400);
    const visitor = {
      clientIp: readClientIp(c.env, c.req.header('x-forwarded-for'), trustedProxyCount),
      userAgent: c.req.header('user-agent') ?? '',
    };
    c.header('cache-control', 'no-store');
    const outcome =
      formName === 'login'
        ? await app.accounts.login(form, visitor)
        : formName === 'signup'
          ? await app.accounts.register(form, visitor)
          : formName === 'forgot-password'
            ? await app.accounts.requestPasswordReset(form, visitor)
            : undefined;
    if (!outcome) return c.json({ ok: false, message: 'There is no such form.' }, 404);
    if (!outcome.ok) {
      if (outcome.retryAfterSeconds) c.header('retry-after', String(outcome.retryAfterSeconds));
      return c.json(
        { ok: false, message: outcome.message, errors: outcome.errors },
        refusalStatus[outcome.code],
      );
    }
    if ('session' in outcome.value)
      c.header('set-cookie', formatSetCookie('session', outcome.value.session, origin));
    return c.json({
      ok: true,
      message: 'message' in outcome.value ? outcome.value.message : 'You are logged in.',
    });
  });
  return routes;
}

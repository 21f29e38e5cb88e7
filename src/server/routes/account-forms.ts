import { Hono } from 'hono';
import type { App } from '#core/app.ts';
import { refusalStatus } from '#src/faults/refusal-status.ts';
import { readClientIp } from '../http/client-ip.ts';
import { formatLoginCookies, readCookie } from '../http/cookies.ts';
import type { FormEnv } from '../http/posted-form.ts';
import type { ServerOptions } from '../options.ts';

/**
 * Login, signup and forgotten passwords for the islands: what the pages' own posts call, answered
 * as JSON `{ ok, message, errors }`.
 */
export function accountFormRoutes(options: ServerOptions): Hono<FormEnv> {
  const { app, origin } = options;
  const submitters = createSubmitters(app.accounts);
  const routes = new Hono<FormEnv>();
  routes.post('/:form', async (c) => {
    c.header('cache-control', 'no-store');
    const outcome = await submitters.get(c.req.param('form'))?.(c.get('form').fields, {
      clientIp: readClientIp(c, options),
      userAgent: c.req.header('user-agent') ?? '',
      knownBrowser: readCookie('known-browser', c.req.header('cookie'), origin),
      isCaptchaOffered: true,
    });
    if (!outcome) return c.json({ ok: false, message: 'There is no such form.' }, 404);
    if (!outcome.ok) {
      const { code, message, errors, retryAfterSeconds } = outcome;
      if (retryAfterSeconds) c.header('retry-after', String(retryAfterSeconds));
      return c.json({ ok: false, message, errors }, refusalStatus[code]);
    }
    const { value } = outcome;
    if ('session' in value)
      for (const line of formatLoginCookies(value, origin))
        c.header('set-cookie', line, { append: true });
    const message = 'message' in value ? value.message : 'You are logged in.';
    return c.json({ ok: true, message });
  });
  return routes;
}

type Accounts = App['accounts'];
type Submit =
  | Accounts['sessions']['login']
  | Accounts['registration']['register']
  | Accounts['passwordReset']['request'];

const createSubmitters = (accounts: Accounts): ReadonlyMap<string, Submit> =>
  new Map<string, Submit>([
    ['login', (...form) => accounts.sessions.login(...form)],
    ['signup', (...form) => accounts.registration.register(...form)],
    ['forgot-password', (...form) => accounts.passwordReset.request(...form)],
  ]);

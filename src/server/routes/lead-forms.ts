import { Hono } from 'hono';
import { toKnownPage } from '#site/leads/known-page.ts';
import { findOwnEmail } from '#site/leads/own-email.ts';
import { toThankYouPath } from '#site/leads/thank-you-path.ts';
import { isLeadFormKind, submitLeadForm } from '#site/leads/submit-lead-form.ts';
import type { ServerOptions } from '../options.ts';
import { readClientIp } from '../http/client-ip.ts';
import { readCookie } from '../http/cookies.ts';
import type { FormEnv } from '../http/posted-form.ts';
import { refusalStatus } from '#src/faults/refusal-status.ts';

/**
 * `POST /data/forms/:kind` from the islands: what the pages' own posts call, answered as JSON
 * `{ ok, message, errors }`; a success has `note` and the address of its page of thanks, too.
 */
export function leadFormRoutes(options: ServerOptions): Hono<FormEnv> {
  const { app } = options;
  const routes = new Hono<FormEnv>();
  routes.post('/:kind', async (c) => {
    const kind = c.req.param('kind');
    if (!isLeadFormKind(kind)) return c.json({ ok: false, message: 'There is no such form.' }, 404);
    const form = c.get('form');
    const pagePath = await toKnownPage(app, form.fields['page']);
    const session = readCookie('session', c.req.header('cookie'), options.origin);
    const outcome = await submitLeadForm(app.leads, kind, form, {
      clientIp: readClientIp(c, options),
      pagePath,
      ownEmail: await findOwnEmail(app, session),
    });
    if (outcome.ok) {
      const { message, note } = outcome.value;
      const thankYou = toThankYouPath(pagePath, kind, outcome.value);
      const answer = { ok: true, message, note, thankYou };
      return c.json(answer, 200, { 'cache-control': 'no-store' });
    }
    const { code, message, errors, retryAfterSeconds } = outcome;
    return c.json({ ok: false, message, errors }, refusalStatus[code], {
      'cache-control': 'no-store',
      ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
    });
  });
  return routes;
}

import { limitJsonBody, sendRefusal } from '../error-responses.ts';
import type { ApiContext, ApiOptions, ApiRouter } from '../options.ts';
import { readJsonBody } from '../read-json-body.ts';

const readVisitor = ({ env: { clientIp, userAgent, knownBrowser } }: ApiContext) => ({
  clientIp,
  userAgent,
  knownBrowser,
});

/** Login, registration and forgotten passwords. */
export function addAccountRoutes(api: ApiRouter, options: ApiOptions): void {
  const {
    app: { accounts },
    formatLoginCookies,
  } = options;
  api.post('/user/login', limitJsonBody(options), async (c) => {
    const body = await readJsonBody(c);
    const outcome = body.ok ? await accounts.sessions.login(body.value, readVisitor(c)) : body;
    if (!outcome.ok) return sendRefusal(c, outcome);
    for (const line of formatLoginCookies(outcome.value))
      c.header('set-cookie', line, { append: true });
    return c.json({ status: true, message: 'You are logged in.' }, 200, {
      'cache-control': 'no-store',
    });
  });
  api.post('/user/register', limitJsonBody(options), async (c) => {
    const body = await readJsonBody(c);
    const outcome = body.ok
      ? await accounts.registration.register(body.value, readVisitor(c))
      : body;
    if (!outcome.ok) return sendRefusal(c, outcome);
    return c.json({ status: true, message: outcome.value.message }, 200, {
      'cache-control': 'no-store',
    });
  });
  api.post('/forget-password', limitJsonBody(options), async (c) => {
    const body = await readJsonBody(c);
    const outcome = body.ok
      ? await accounts.passwordReset.request(body.value, readVisitor(c))
      : body;
    if (!outcome.ok) return sendRefusal(c, outcome);
    return c.json({ success: true, message: outcome.value.message }, 200, {
      'cache-control': 'no-store',
    });
  });
}

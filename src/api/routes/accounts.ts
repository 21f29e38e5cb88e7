import type { ApiRouter, ApiOptions } from '../options.ts';
import { readJsonBody } from '../read-json-body.ts';
import { limitJsonBody, sendRefusal } from '../error-responses.ts';

/** Logging in, registering and forgotten passwords. */
export function addAccountRoutes(api: ApiRouter, options: ApiOptions): void {
  const {
    app: { accounts },
    formatCookie,
  } = options;
  api.post('/user/login', limitJsonBody(options), async (c) => {
    const body = await readJsonBody(c);
    if (!body.ok) return sendRefusal(c, body);
    const answer = await accounts.login(body.value, {
      clientIp: c.env.clientIp,
      userAgent: c.env.userAgent,
    });
    if (!answer.ok) return sendRefusal(c, answer);
    return c.json({ status: true, message: 'You are logged in.' }, 200, {
      'set-cookie': formatCookie('session', answer.value.session),
      'cache-control': 'no-store',
    });
  });
  api.post('/user/register', limitJsonBody(options), async (c) => {
    const body = await readJsonBody(c);
    const answer = body.ok
      ? await accounts.register(body.value, {
          clientIp: c.env.clientIp,
          userAgent: c.env.userAgent,
        })
      : body;
    return answer.ok
      ? c.json({ status: true, message: answer.value.message }, 200, {
          'cache-control': 'no-store',
        })
      : sendRefusal(c, answer);
  });
  api.post('/forget-password', limitJsonBody(options), async (c) => {
    const body = await readJsonBody(c);
    const answer = body.ok
      ? await accounts.requestPasswordReset(body.value, {
          clientIp: c.env.clientIp,
          userAgent: c.env.userAgent,
        })
      : body;
    return answer.ok
      ? c.json({ success: true, message: answer.value.message }, 200, {
          'cache-control': 'no-store',
        })
      : sendRefusal(c, answer);
  });
}

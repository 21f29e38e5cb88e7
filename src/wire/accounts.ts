import type { WireApp, WireOptions } from './options.ts';
import { jsonBody } from './read-body.ts';
import { jsonLimit, refused } from './refusals.ts';

/** Logging in, registering and forgotten passwords. */
export function accountCalls(api: WireApp, options: WireOptions): void {
  const {
    shop: { accounts },
    cookie,
  } = options;
  api.post('/user/login', jsonLimit(options), async (c) => {
    const body = await jsonBody(c);
    if (!body.ok) return refused(c, body);
    const answer = await accounts.login(body.value, { address: c.env.address, agent: c.env.agent });
    if (!answer.ok) return refused(c, answer);
    return c.json({ status: true, message: 'You are logged in.' }, 200, {
      'set-cookie': cookie('session', answer.value.session),
      'cache-control': 'no-store',
    });
  });
  api.post('/user/register', jsonLimit(options), async (c) => {
    const body = await jsonBody(c);
    const answer = body.ok
      ? await accounts.register(body.value, { address: c.env.address, agent: c.env.agent })
      : body;
    return answer.ok
      ? c.json({ status: true, message: answer.value.message }, 200, {
          'cache-control': 'no-store',
        })
      : refused(c, answer);
  });
  api.post('/forget-password', jsonLimit(options), async (c) => {
    const body = await jsonBody(c);
    const answer = body.ok
      ? await accounts.forgot(body.value, { address: c.env.address, agent: c.env.agent })
      : body;
    return answer.ok
      ? c.json({ success: true, message: answer.value.message }, 200, {
          'cache-control': 'no-store',
        })
      : refused(c, answer);
  });
}

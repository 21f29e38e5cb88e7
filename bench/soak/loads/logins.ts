import { addressOf, repeat, send, type Load } from '../client.ts';

export const logins: Load = {
  name: 'logins',
  description: '400 logins at once, each from another address',
  run: (context) =>
    repeat(context, 400, async (i) => {
      const body = `email=soak${i}%40example.com&password=wrong-password-${i}`;
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const localAddress = addressOf(i % 400);
      context.count(await send(context, '/login', { method: 'POST', headers, body, localAddress }));
    }),
};

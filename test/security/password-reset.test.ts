import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForEmail } from '../support/emails.ts';
import { openAttacker, type Attacker } from './attacker.ts';

const email = 'host@company.example';

let attacker: Attacker;
beforeAll(async () => {
  attacker = await openAttacker();
  await attacker.createCustomer(email);
});
afterAll(() => attacker?.close());

test('A-12 a reset link leads to our origin, whatever Host asked, and works once', async () => {
  const { server } = attacker;
  const body = new URLSearchParams({ email }).toString();
  const lines = [
    'POST /forgot-password HTTP/1.1',
    'Host: evil.example',
    'X-Forwarded-Host: evil.example',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  await attacker.sendRawHttp(`${lines.join('\r\n')}\r\n\r\n${body}`);
  const { text, html } = await waitForEmail(server.mailboxUrl, email, /new password/i);
  expect(text + html).not.toContain('evil.example');
  const link = new URL(/http\S+reset-password\S+/.exec(text)?.[0] ?? '');
  expect(link.origin).toBe(new URL(server.url).origin);
  const target = link.pathname + link.search;
  const page = await attacker.openSession().request(target);
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  const changePassword = (password: string): Promise<Response> =>
    attacker.openSession().postForm(target, { password });
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) => changePassword(`a new password ${i}`)),
  );
  expect(responses.filter(({ status }) => status < 400)).toHaveLength(1);
  expect((await changePassword('yet another one')).status).toBe(404);
});

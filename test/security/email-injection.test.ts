import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listEmails, waitForEmail } from '../support/emails.ts';
import { waitUntilWorkIsDone } from '../support/finished-work.ts';
import { openAttacker, type Attacker } from './attacker.ts';

let attacker: Attacker;
beforeAll(async () => {
  attacker = await openAttacker();
});
afterAll(() => attacker?.close());
beforeEach(async () => void (await attacker.server.db.deleteFrom('rateLimit').execute()));

const signUp = (fields: Record<string, string>): Promise<Response> =>
  attacker.openSession().postForm('/signup', {
    name: 'Ada',
    mobile_no: '+39 02 0000',
    address: 'Via 1',
    password: 'correct horse',
    ...fields,
  });

test.each([
  'a@b.example\r\nBcc: c@d.example',
  'a@b.example,c@d.example',
  '"a@evil.example"@b.example',
  'a@b.example;c@d.example',
  '<a@b.example>',
  'group:a@b.example;',
  'a＠b.example',
  `${'x'.repeat(10_000)}@b.example`,
  'a@b.example%0aBcc:x@y.example',
  'a b@c.example',
  '@b.example',
  'a@',
  'a@b..example',
])('A-16 the email address %j is refused everywhere', async (email) => {
  const signup = await signUp({ email });
  const session = attacker.openBuyerSession('a');
  const order = await attacker.submitCheckout(session, { email, method: 'bank' });
  expect([signup.status, order.status]).toEqual([422, 422]);
});

test('A-16 a name with a line break is refused', async () => {
  const response = await attacker.submitCheckout(attacker.openBuyerSession('b'), {
    name: 'Ada\r\nBcc: eve@evil.example',
    email: 'one@company.example',
    method: 'bank',
  });
  expect(response.status).toBe(422);
});

test('A-16 a name with every character that email knows reaches one recipient', async () => {
  const { mailboxUrl } = attacker.server;
  const name = 'Ada "<eve@evil.example>", =?utf-8?B?QmNj?= \\ ; (x)';
  const email = 'one@company.example';
  const response = await attacker.submitCheckout(attacker.openBuyerSession('b'), {
    name,
    company_name: name,
    email,
    method: 'bank',
    turnstile_token: await attacker.createCaptchaToken(),
  });
  expect(response.status).toBe(303);
  await waitForEmail(mailboxUrl, email, /how to pay/);
  expect((await listEmails(mailboxUrl)).every(({ to }) => to.length === 1)).toBe(true);
  expect(await attacker.listEmailsTo('eve@evil.example')).toEqual([]);
});

test('A-34 A-47 nobody can flood a mailbox, by any form and spelling, or choose its subjects', async () => {
  const advertisement = 'BUY PILLS';
  for (let i = 0; i < 5; i++) {
    const email = `Victim+${i}@elsewhere.example`;
    await attacker.submitCheckout(attacker.openBuyerSession(String(i)), {
      name: advertisement,
      company_name: advertisement,
      email,
      method: 'bank',
      turnstile_token: await attacker.createCaptchaToken(),
    });
    await attacker.openSession().postForm('/forgot-password', { email });
    await signUp({ name: advertisement, email });
  }
  await waitUntilWorkIsDone(attacker.server.db);
  const emails = (await listEmails(attacker.server.mailboxUrl)).filter(({ to }) =>
    to.some(({ address }) => /^victim\b/i.test(address)),
  );
  expect(emails).toHaveLength(3);
  expect(emails.filter(({ subject }) => subject.includes('PILLS'))).toEqual([]);
});

test('A-47 a transfer order needs a captcha, and a visitor places five an hour', async () => {
  const order = async (session: string, token: string) => {
    const response = await attacker.submitCheckout(attacker.openBuyerSession(session), {
      email: 'one@company.example',
      method: 'bank',
      turnstile_token: token,
    });
    return response.status;
  };
  expect(await order('c', '')).toBe(422);
  expect(await order('c', 'made up')).toBe(422);
  const statuses = [];
  for (const session of '012345')
    statuses.push(await order(session, await attacker.createCaptchaToken()));
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
});

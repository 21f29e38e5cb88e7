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
  });
  expect(response.status).toBe(303);
  await waitForEmail(mailboxUrl, email, /how to pay/);
  expect((await listEmails(mailboxUrl)).every(({ to }) => to.length === 1)).toBe(true);
  expect(await attacker.listEmailsTo('eve@evil.example')).toEqual([]);
});

test('A-34 nobody can flood another with emails, or choose their subjects', async () => {
  const victim = 'victim@elsewhere.example';
  const advertisement = 'BUY PILLS';
  for (let i = 0; i < 6; i++) {
    await attacker.submitCheckout(attacker.openBuyerSession(String(i)), {
      name: advertisement,
      company_name: advertisement,
      email: victim,
      method: 'bank',
    });
    await attacker.openSession().postForm('/forgot-password', { email: victim });
    await signUp({ name: advertisement, email: victim });
  }
  await waitUntilWorkIsDone(attacker.server.db);
  const emails = await attacker.listEmailsTo(victim);
  expect(emails.length).toBeLessThanOrEqual(7);
  expect(emails.filter(({ subject }) => subject.includes('PILLS'))).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { listQueuedEmails, newLeadVisitor } from '../../../test/support/test-leads.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const subscribe = (email: string) =>
  testApp.app.leads.newsletter.subscribe({ email, turnstile_token: 'human' }, newLeadVisitor());

test('a subscription starts once it is confirmed, and one request ends it', async () => {
  const { leads } = testApp.app;
  await subscribe('news@example.com');
  const [confirmation] = await listQueuedEmails(testApp, 'news@example.com');
  const { text = '', unsubscribeUrl } = confirmation?.body ?? {};
  const token = /newsletter\/([0-9a-f]{32})/.exec(text)?.[1] ?? '';
  expect(unsubscribeUrl).toContain(token);
  expect(await leads.newsletter.getSubscription(token)).toMatchObject({ state: 'pending' });
  expect(await leads.newsletter.confirmSubscription(token)).toBe(true);
  expect(await leads.newsletter.confirmSubscription(token)).toBe(true);
  expect(await listQueuedEmails(testApp, 'news@example.com')).toHaveLength(2);
  expect(await leads.newsletter.unsubscribe(token)).toBe(true);
  expect(await leads.newsletter.getSubscription(token)).toMatchObject({ state: 'unsubscribed' });
  expect(await leads.newsletter.unsubscribe('0'.repeat(32))).toBe(false);
});

test('subscribing again has the same answer, and sends one email an hour at most', async () => {
  const outcomes = [
    await subscribe('same@example.com'),
    await subscribe('SAME@example.com'),
    await subscribe('same@example.com'),
  ];
  const message = 'Thank you for subscribing!';
  expect(outcomes.map((outcome) => outcome.ok && outcome.value)).toMatchObject([
    { message, delivery: { kind: 'queued' } },
    { message, delivery: { kind: 'repeated' } },
    { message, delivery: { kind: 'repeated' } },
  ]);
  expect([
    ...(await listQueuedEmails(testApp, 'same@example.com')),
    ...(await listQueuedEmails(testApp, 'SAME@example.com')),
  ]).toHaveLength(1);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import {
  contactFields,
  listQueuedEmails,
  newLeadVisitor,
} from '../../../test/support/test-leads.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

test('F-14 emails wait while the mail server is down, and are sent later, once', async () => {
  const email = 'outage@example.com';
  await testApp.sendDueEmails();
  testApp.setMailServerDown(true);
  await testApp.app.leads.submitContact(contactFields(email), newLeadVisitor());
  await testApp.sendDueEmails();
  testApp.advanceClock(60 * 60_000);
  await testApp.sendDueEmails();
  expect((await listQueuedEmails(testApp, email))[0]).toMatchObject({
    state: 'queued',
    attemptCount: 2,
    lastError: expect.stringContaining('down'),
  });
  testApp.setMailServerDown(false);
  testApp.advanceClock(60 * 60_000);
  await Promise.all([testApp.sendDueEmails(), testApp.sendDueEmails()]);
  await testApp.sendDueEmails();
  expect((await listQueuedEmails(testApp, email))[0]).toMatchObject({
    state: 'sent',
    attemptCount: 3,
  });
  expect(testApp.emails.filter(({ to }) => to === email)).toHaveLength(1);
});

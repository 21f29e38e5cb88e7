import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import {
  contactFields,
  listQueuedEmails,
  newLeadVisitor,
} from '../../../test/support/test-leads.ts';
import { Outbox } from './outbox.ts';

let testApp: TestApp;
let reportCode: string;
beforeAll(async () => {
  testApp = await openTestApp();
  reportCode = String((await testApp.app.catalogue.listReports(1)).items[0]?.code);
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

const hour = 60 * 60_000;

/** Requests samples and writes to us, each from another network. */
const sendForms = async (emails: readonly string[]) => {
  for (const email of emails) {
    const form = { ...contactFields(email), message: crypto.randomUUID() };
    const more = { report_id: reportCode, country: '+39' };
    await testApp.app.leads.submitReportRequest(
      'sample',
      { ...form, ...more },
      newLeadVisitor(),
      undefined,
    );
    await testApp.app.leads.submitContact(form, newLeadVisitor());
  }
};
const countSentTo = (emails: readonly string[]) =>
  testApp.emails.filter(({ to }) => emails.includes(to)).length;

test('A-48 three emails an hour go to one mailbox over all forms, however it is written', async () => {
  const emails = ['v.ictim@gmail.com', 'victim+1@gmail.com', 'VICTIM@googlemail.com'];
  await sendForms(emails);
  await testApp.sendDueEmails();
  expect(countSentTo(emails)).toBe(3);
  testApp.advanceClock(hour / 2);
  await testApp.sendDueEmails();
  expect(countSentTo(emails)).toBe(3);
});

test('A-48 beyond the limit samples are held, and confirmations of receipt left out', async () => {
  const email = 'held@example.com';
  await sendForms(Array.from({ length: 4 }, () => email));
  await testApp.sendDueEmails();
  expect(countSentTo([email])).toBe(3);
  testApp.advanceClock(hour + 1000);
  await testApp.sendDueEmails();
  const subjects = testApp.emails.filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Your sample'))).toHaveLength(4);
  expect(subjects.filter((subject) => subject.includes('received'))).toHaveLength(1);
});

test("A-48 a full mailbox gets its paid order's receipt at once, and what its owner asks for", async () => {
  const email = 'victim@company.example';
  await sendForms([email, email, email]);
  await testApp.deps.db.transaction().execute((tx) =>
    new Outbox(testApp.deps).queue(tx, {
      to: email,
      subject: 'Your receipt',
      html: '',
      text: '',
      messageId: '<receipt@example>',
    }),
  );
  await testApp.sendDueEmails();
  const subjects = testApp.emails.filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjects).toContain('Your receipt');
  expect(subjects).toHaveLength(4);
});

test('A-48 forms that are sent at once count one after the other', async () => {
  const email = 'atonce@example.com';
  await Promise.all(Array.from({ length: 4 }, () => sendForms([email])));
  await testApp.sendDueEmails();
  expect(countSentTo([email])).toBe(3);
});

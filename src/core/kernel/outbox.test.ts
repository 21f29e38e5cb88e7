import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import {
  contactFields,
  listQueuedEmails,
  newLeadVisitor,
} from '../../../test/support/test-leads.ts';

let testApp: TestApp;
let reportCode: string;
beforeAll(async () => {
  testApp = await openTestApp();
  reportCode = String((await testApp.app.catalogue.reports.list(1)).items[0]?.code);
});
afterEach(() => testApp?.setMailServerDown(false));
afterAll(() => testApp?.close());

test('F-14 emails wait while the mail server is down, and are sent later, once', async () => {
  const email = 'outage@example.com';
  await testApp.sendDueEmails();
  testApp.setMailServerDown(true);
  await testApp.app.leads.forms.submitContact(contactFields(email), newLeadVisitor());
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

/** How long until the next run of the outbox that is queued, in ms of the app's clock. */
async function getNextRunDelayMs(): Promise<number> {
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where key like 'emails.sendDue:%'`.execute(
    testApp.deps.db,
  );
  const now = testApp.deps.clock().getTime();
  const runsAt = rows.map(({ key }) => Date.parse(key.slice('emails.sendDue:'.length)));
  return Math.min(...runsAt.filter((runAt) => runAt > now)) - now;
}

test('F-43 emails go out within a minute after the mail server was away for ten', async () => {
  const { leads } = testApp.app;
  testApp.setMailServerDown(true);
  const addresses = Array.from({ length: 6 }, (_, i) => `away${i}@example.com`);
  for (const email of addresses)
    await leads.forms.submitContact(contactFields(email), newLeadVisitor());
  for (let waitedMs = 0; waitedMs < 600_000;) {
    await testApp.sendDueEmails();
    const delayMs = await getNextRunDelayMs();
    expect(delayMs).toBeLessThanOrEqual(40_000);
    testApp.advanceClock(delayMs);
    waitedMs += delayMs;
  }
  testApp.setMailServerDown(false);
  await testApp.sendDueEmails();
  testApp.advanceClock(60_000);
  await testApp.sendDueEmails();
  for (const email of addresses)
    expect(testApp.emails.filter(({ to }) => to === email)).toHaveLength(1);
});

test('ten minutes of waits are half a minute each, and double to a quarter of an hour then', async () => {
  const email = 'backoff@example.com';
  const { db, clock } = testApp.deps;
  const emailRow = db.selectFrom('outboxEmail').where('recipient', '=', email);
  testApp.setMailServerDown(true);
  await testApp.app.leads.forms.submitContact(contactFields(email), newLeadVisitor());
  const expectWaitSeconds = async (seconds: number): Promise<void> => {
    const earliest = clock().getTime() + seconds * 1000;
    await testApp.sendDueEmails();
    const latest = clock().getTime() + seconds * 1000;
    const { dueAt } = await emailRow.select('dueAt').executeTakeFirstOrThrow();
    expect(Number(dueAt)).toBeGreaterThanOrEqual(earliest);
    expect(Number(dueAt)).toBeLessThanOrEqual(latest);
    testApp.advanceClock(seconds * 1000 + 1000);
  };
  const quickWaits = Array.from({ length: 20 }, () => 30);
  for (const seconds of [...quickWaits, 60, 120, 240, 480, 900, 900])
    await expectWaitSeconds(seconds);
  await testApp.sendDueEmails();
  await testApp.sendDueEmails();
  expect(await emailRow.select('attemptCount').executeTakeFirst()).toEqual({ attemptCount: 27 });
  testApp.setMailServerDown(false);
});

const hour = 60 * 60_000;

/** Requests samples and writes to us, each from another network. */
const sendForms = async (emails: readonly string[]) => {
  for (const email of emails) {
    const form = { ...contactFields(email), message: crypto.randomUUID() };
    const more = { report_id: reportCode, country: '+39' };
    await testApp.app.leads.forms.submitReportRequest(
      'sample',
      { ...form, ...more },
      newLeadVisitor(),
      undefined,
    );
    await testApp.app.leads.forms.submitContact(form, newLeadVisitor());
  }
};
const countSentTo = (emails: readonly string[]) =>
  testApp.emails.filter(({ to }) => emails.includes(to)).length;

test('A-47 three emails an hour go to one mailbox over all forms, however it is written', async () => {
  const emails = ['v.ictim@gmail.com', 'victim+1@gmail.com', 'VICTIM@googlemail.com'];
  await sendForms(emails);
  await testApp.sendDueEmails();
  expect(countSentTo(emails)).toBe(3);
  testApp.advanceClock(hour / 2);
  await testApp.sendDueEmails();
  expect(countSentTo(emails)).toBe(3);
});

test('A-47 beyond the limit samples are held, and confirmations of receipt left out', async () => {
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

const askForSample = (email: string, more: object = {}) => {
  const form = { ...contactFields(email), message: crypto.randomUUID() };
  const request = { ...form, report_id: reportCode, country: '+39' };
  return testApp.app.leads.forms.submitReportRequest(
    'sample',
    request,
    { ...newLeadVisitor(), ...more },
    undefined,
  );
};

test('a page says of each sample what becomes of it, and nobody who asked for four gets three', async () => {
  const email = 'four@example.com';
  const answers = [];
  for (let asked = 0; asked < 4; asked++) answers.push(await askForSample(email));
  const deliveries = answers.map((answer) => (answer.ok ? answer.value.delivery : answer));
  expect(deliveries).toEqual([
    { kind: 'queued' },
    { kind: 'queued' },
    { kind: 'queued' },
    { kind: 'held', minutes: expect.any(Number) },
  ]);
  expect(answers[3]).toMatchObject({
    value: { message: expect.stringMatching(/goes to your mailbox in about \d+ minutes: three/) },
  });
  testApp.advanceClock(hour + 1000);
  await testApp.sendDueEmails();
  expect(countSentTo([email])).toBe(4);
});

test('a sample that would not be sent is refused, and counts as no request', async () => {
  const email = 'flooded@example.com';
  const outcomes = [];
  for (let asked = 0; asked < 30; asked++) outcomes.push(await askForSample(email));
  const taken = outcomes.filter(({ ok }) => ok).length;
  expect(outcomes.at(-1)).toMatchObject({ code: 'rate-limited' });
  const leads = testApp.deps.db.selectFrom('lead').select('id').where('email', '=', email);
  expect(await leads.execute()).toHaveLength(taken);
  for (let hours = 0; hours < 8; hours++) {
    testApp.advanceClock(hour);
    await testApp.sendDueEmails();
  }
  expect(countSentTo([email])).toBe(taken);
});

test('a customer who is logged in is no stranger to their own mailbox', async () => {
  const email = 'owner@company.example';
  const answers = [];
  for (let asked = 0; asked < 5; asked++)
    answers.push(await askForSample(email, { ownEmail: 'Owner@company.example' }));
  for (const answer of answers)
    expect(answer).toMatchObject({ value: { delivery: { kind: 'queued' } } });
  expect(await askForSample(email)).toMatchObject({ value: { delivery: { kind: 'queued' } } });
});

test('a form that was sent before says what became of its email', async () => {
  const form = contactFields('before@example.com');
  const send = () => testApp.app.leads.forms.submitContact(form, newLeadVisitor());
  expect(await send()).toMatchObject({ value: { delivery: { kind: 'queued' } } });
  await testApp.sendDueEmails();
  expect(await send()).toMatchObject({
    value: { delivery: { kind: 'sent' }, note: expect.stringContaining('had arrived before') },
  });
});

test('the confirmation that a full mailbox does not get is not promised', async () => {
  const email = 'unpromised@example.com';
  for (let asked = 0; asked < 3; asked++) await askForSample(email);
  const sent = await testApp.app.leads.forms.submitContact(contactFields(email), newLeadVisitor());
  expect(sent).toMatchObject({
    value: {
      message: 'Thank you. Your message has been sent, and a person will answer it.',
      note: expect.stringContaining('No confirmation is emailed this time'),
    },
  });
});

test('nobody learns from a mailbox who subscribes: both get one email, and the same answer', async () => {
  const [known, unknown] = ['known@list.example', 'unknown@list.example'];
  const subscribe = (email: string) =>
    testApp.app.leads.newsletter.subscribe({ email, turnstile_token: 'human' }, newLeadVisitor());
  await subscribe(known);
  await testApp.deps.db
    .updateTable('subscriber')
    .set({ state: 'confirmed', confirmedAt: testApp.deps.clock() })
    .execute();
  testApp.advanceClock(2 * hour);
  const answers = [await subscribe(known), await subscribe(unknown)];
  expect(answers[0]).toEqual(answers[1]);
  for (const email of [known, unknown]) {
    for (let asked = 0; asked < 2; asked++)
      expect(await askForSample(email)).toMatchObject({ value: { delivery: { kind: 'queued' } } });
    expect(await askForSample(email)).toMatchObject({ value: { delivery: { kind: 'held' } } });
  }
});

test("A-47 a full mailbox gets its paid order's receipt at once, and what its owner asks for", async () => {
  const email = 'victim@company.example';
  await sendForms([email, email, email]);
  await testApp.deps.db.transaction().execute((tx) =>
    testApp.deps.emails.queue(tx, {
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

test('A-47 forms that are sent at once count one after the other', async () => {
  const email = 'atonce@example.com';
  await Promise.all(Array.from({ length: 4 }, () => sendForms([email])));
  await testApp.sendDueEmails();
  expect(countSentTo([email])).toBe(3);
});

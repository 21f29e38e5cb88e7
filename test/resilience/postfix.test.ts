import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSmtpEmailSender } from '#adapters/email/smtp.ts';
import { App } from '#core/app.ts';
import type { Email } from '#core/deps.ts';
import { EmailFailure, judgeEmailError } from '#core/kernel/email-failure.ts';
import { findWhyNoPostfix, startPostfix, type Postfix } from '../support/postfix.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import { addTestStaff } from '../support/test-staff.ts';

const why = findWhyNoPostfix();
if (why) console.warn(`What a real Postfix answers is not tested: ${why}`);

const readers = Array.from({ length: 12 }, (_, n) => `reader${n}@mail.test`);
const refusedStore = 'refused@store.test';

const testWithPostfix = test.skipIf(why);

let postfix: Postfix;
let testApp: TestApp;
beforeAll(async () => {
  if (why) return;
  postfix = await startPostfix({
    mailboxes: [
      ...readers,
      ...['fine', 'disabled', 'full', 'overfull', 'grey', 'policy', 'closing', 'bare'].map(
        (name) => `${name}@mail.test`,
      ),
    ],
    recipients: {
      'disabled@mail.test': '550 5.2.1 mailbox disabled',
      'full@mail.test': '452 4.2.2 mailbox full',
      'overfull@mail.test': '552 5.2.2 mailbox full',
      'grey@mail.test': '450 4.2.0 greylisted, come back in 5 minutes',
      'policy@mail.test': '554 5.7.1 not from you',
      'closing@mail.test': '421 4.7.0 too many connections',
      'bare@mail.test': '550 relay not permitted',
    },
    senders: { [refusedStore]: '550 5.4.5 Daily user sending limit exceeded' },
  });
  testApp = await openTestApp();
});
afterAll(async () => {
  await testApp?.close();
  await postfix?.close();
});

const createSender = (from = 'store@store.test') =>
  createSmtpEmailSender(postfix.url, async () => ({ name: 'Store', address: from }));

async function describeSending(to: string, more: Partial<Email> = {}, from?: string) {
  const messageId = `<${crypto.randomUUID()}@store.test>`;
  const email = { to, subject: 'Hello', html: '<p>Hi</p>', text: 'Hi', messageId, ...more };
  try {
    await createSender(from).send(email);
    return 'sent';
  } catch (error) {
    const { outcome, isUnknown, isCertain } = judgeEmailError(error);
    const kind = outcome === 'address' && isUnknown ? 'no such address' : outcome;
    const phase = error instanceof EmailFailure ? error.phase : '';
    return `${phase}: ${kind}${outcome === 'address' && !isCertain ? '?' : ''}`;
  }
}

testWithPostfix.each([
  ['fine@mail.test', 'sent'],
  // In its own words, and those of its tables.
  ['nobody@mail.test', 'rcpt-to: no such address'],
  ['somebody@elsewhere.test', 'rcpt-to: sender'],
  ['disabled@mail.test', 'rcpt-to: address'],
  ['full@mail.test', 'rcpt-to: later'],
  ['overfull@mail.test', 'rcpt-to: later'],
  ['grey@mail.test', 'rcpt-to: later'],
  ['policy@mail.test', 'rcpt-to: sender'],
  ['bare@mail.test', 'rcpt-to: sender'],
])('%s: %s', async (to, expected) => {
  expect(await describeSending(to)).toBe(expected);
});

testWithPostfix(
  'what it says of the sender, the content and the size is about the sender',
  async () => {
    expect(await describeSending('fine@mail.test', {}, refusedStore)).toBe('rcpt-to: sender');
    const forbidden = { subject: 'a forbidden subject' };
    expect(await describeSending('fine@mail.test', forbidden)).toBe('final-dot: sender');
    const large = { text: 'x'.repeat(30_000) };
    expect(await describeSending('fine@mail.test', large)).toBe('final-dot: sender');
    expect((await describeSending('closing@mail.test')).split(' ').at(-1)).toBe('later');
  },
);

async function sendIssue(app: App, addresses: readonly string[]) {
  const { db } = testApp.deps;
  for (const table of ['newsletterRecipient', 'newsletterIssue', 'subscriber'] as const)
    await db.deleteFrom(table).execute();
  for (const email of addresses) {
    const token = crypto.randomUUID().replaceAll('-', '');
    const row = { email, state: 'confirmed', token, consent: 'yes', requestedAt: new Date() };
    await db
      .insertInto('subscriber')
      .values(row as never)
      .execute();
  }
  const editor = await addTestStaff(db, 'editor');
  const form = { subject: 'November', preheader: '', body: '<p>Hello</p>', cards: '' };
  testApp.advanceClock(11_000);
  const created = await app.leads.issues.editing.create(editor, form);
  const id = created.ok ? created.value.id : 0;
  await app.leads.issues.sending.send(editor, id, 1);
  for (let round = 0; round < 3; round++) await app.jobs['newsletter.send']({ id });
  const found = await app.leads.issues.editing.get(editor, id);
  const bounced = await db
    .selectFrom('subscriber')
    .select('email')
    .where('hardBounces', '>', 0)
    .execute();
  return {
    detail: found.ok ? found.value : undefined,
    bounced: bounced.map(({ email }) => email),
  };
}

testWithPostfix(
  'an issue reaches who exists, bounces who does not, and asks the greylisted again',
  async () => {
    const app = new App({ ...testApp.deps, email: createSender() });
    const gone = ['gone1@mail.test', 'gone2@mail.test'];
    const { detail, bounced } = await sendIssue(app, [...readers, ...gone, 'grey@mail.test']);
    expect(detail?.counts).toMatchObject({ sent: readers.length, bounced: 2, queued: 1 });
    expect(bounced.toSorted((a, b) => a.localeCompare(b))).toEqual(gone);
    await expect
      .poll(() => readers.filter((to) => postfix.listTaken().includes(to)).length)
      .toBe(12);
  },
);

testWithPostfix('an issue whose sender it refuses stops, and nobody bounces', async () => {
  const app = new App({ ...testApp.deps, email: createSender(refusedStore) });
  const { detail, bounced } = await sendIssue(app, readers);
  expect([detail?.issue.state, bounced]).toEqual(['stopped', []]);
  expect(detail?.issue.stopReason).toContain('5.4.5');
  expect(detail?.counts).toMatchObject({ queued: readers.length });
});

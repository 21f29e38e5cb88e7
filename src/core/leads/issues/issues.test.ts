import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../../test/support/test-app.ts';
import { unwrap } from '../../../../test/support/test-sign-in.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';
import type { Email } from '#core/deps.ts';
import { App } from '#core/app.ts';
import { EmailFailure } from '#core/kernel/email-failure.ts';
import type { StaffActor } from '../../staff/model.ts';

let testApp: TestApp;
let app: App;
let editor: StaffActor;
let owner: StaffActor;
let reportCode: string;
/** The mail server's faults by address. */
const faults = new Map<string, () => unknown>();
const sent: Email[] = [];

beforeAll(async () => {
  testApp = await openTestApp();
  app = new App({ ...testApp.deps, email: { send: takeEmail } });
  editor = await addTestStaff(testApp.deps.db, 'editor');
  owner = await addTestStaff(testApp.deps.db, 'owner');
  const [report] = (await app.catalogue.reports.list(1)).items;
  reportCode = report?.code ?? '';
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  faults.clear();
  sent.length = 0;
  const { db } = testApp.deps;
  for (const table of ['newsletterRecipient', 'newsletterIssue', 'subscriber'] as const)
    await db.deleteFrom(table).execute();
});

async function takeEmail(email: Email): Promise<void> {
  await faults.get(email.to)?.();
  sent.push(email);
}

const refuse =
  (reply: string, phase: 'rcpt-to' | 'mail-from' | 'auth' = 'rcpt-to') =>
  (): never => {
    throw new EmailFailure(phase, { reply });
  };
const loseAnswer = (): never => {
  throw new EmailFailure('final-dot', { cause: new Error('the connection was closed') });
};

async function addSubscriber(name: string, industryIds: readonly number[] = []): Promise<number> {
  const { db } = testApp.deps;
  const { id } = await db
    .insertInto('subscriber')
    .values({
      email: `${name}@example.com`,
      state: 'confirmed',
      token: crypto.randomUUID().replaceAll('-', ''),
      consent: 'yes',
      requestedAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const industryId of industryIds)
    await db.insertInto('subscriberIndustry').values({ subscriberId: id, industryId }).execute();
  return id;
}

const form = (more: Record<string, string> = {}) => ({
  subject: 'November in steel',
  preheader: 'Three numbers',
  body: '<h2>Steel</h2><p>Read <a href="/blog">this</a>.</p>',
  cards: reportCode,
  ...more,
});

async function createIssue(more?: Record<string, string>): Promise<number> {
  testApp.advanceClock(11_000); // or it would be the same issue
  return unwrap(await app.leads.issues.editing.create(editor, form(more))).id;
}
const runSending = (id: number) => app.jobs['newsletter.send']({ id });
async function getIssue(id: number) {
  const found = await app.leads.issues.editing.get(editor, id);
  if (!found.ok) throw new Error(found.message);
  return found.value;
}
const byText = (a: string, b: string) => a.localeCompare(b);
const listRecipients = () => sent.map(({ to }) => to.replace('@example.com', '')).toSorted(byText);

test('an issue goes to each confirmed subscriber once, with links of their own', async () => {
  await addSubscriber('anna');
  await addSubscriber('ben');
  const gone = await addSubscriber('gone');
  const id = await createIssue();
  expect(await app.leads.issues.sending.send(editor, id, 1)).toEqual({
    ok: true,
    value: { recipients: 3 },
  });
  const { db } = testApp.deps;
  await db
    .updateTable('subscriber')
    .set({ state: 'unsubscribed' })
    .where('id', '=', gone)
    .execute();
  await runSending(id);
  await runSending(id);
  expect(listRecipients()).toEqual(['anna', 'ben']);
  const [email] = sent;
  expect(email?.html).toContain(`href="${testApp.deps.origin}/blog"`);
  expect(email?.text).toContain(`this (${testApp.deps.origin}/blog)`);
  expect(email?.unsubscribeUrl).toMatch(/\/unsubscribe\/[0-9a-f]{32}$/);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2);
  const { issue, counts } = await getIssue(id);
  expect([issue.state, counts.sent, counts.skipped]).toEqual(['sent', 2, 1]);
  expect(await app.leads.issues.sending.send(editor, id, 1)).toMatchObject({ code: 'conflict' });
});

test('a person who is erased while an issue is sent gets nothing, and leaves no address', async () => {
  await addSubscriber('anna');
  await addSubscriber('erased');
  const id = await createIssue();
  await app.leads.issues.sending.send(editor, id, 1);
  const { db } = testApp.deps;
  await db
    .transaction()
    .execute((tx) => app.leads.personalData.erasePerson(tx, ['erased@example.com']));
  await runSending(id);
  expect(listRecipients()).toEqual(['anna']);
  expect((await getIssue(id)).counts).toMatchObject({ sent: 1, skipped: 1 });
});

test('an issue for industries goes to who chose one of them, or none at all', async () => {
  const { db } = testApp.deps;
  const [steel, water] = await db.selectFrom('industry').select('id').orderBy('id').execute();
  await addSubscriber('all');
  await addSubscriber('steel', [steel?.id ?? 0]);
  await addSubscriber('water', [water?.id ?? 0]);
  const id = await createIssue({ [`industry-${steel?.id}`]: '1' });
  expect((await getIssue(id)).audience).toBe(2);
  await app.leads.issues.sending.send(editor, id, 1);
  await runSending(id);
  expect(listRecipients()).toEqual(['all', 'steel']);
});

test('F-47: after a lost answer it is sent once more, then a person decides; a server that is down is asked again', async () => {
  await addSubscriber('lost');
  await addSubscriber('later');
  const id = await createIssue();
  await app.leads.issues.sending.send(editor, id, 1);
  let asked = 0;
  faults.set('lost@example.com', () => {
    asked++;
    loseAnswer();
  });
  faults.set('later@example.com', refuse('451 4.3.0 later'));
  await runSending(id);
  expect((await getIssue(id)).counts).toMatchObject({ unclear: 0, queued: 2 });
  for (let round = 0; round < 5; round++) {
    testApp.advanceClock(10 * 60_000);
    await runSending(id);
  }
  expect(asked).toBe(2);
  expect((await getIssue(id)).counts).toMatchObject({ unclear: 1, queued: 1 });
  faults.clear();
  testApp.advanceClock(60 * 60_000);
  await runSending(id);
  expect(listRecipients()).toEqual(['later']);
  const { issue, unsettled } = await getIssue(id);
  expect([issue.state, unsettled.map(({ email, state }) => [email, state])]).toEqual([
    'sent',
    [['lost@example.com', 'unclear']],
  ]);
  const again = await app.leads.issues.sending.sendAgain(editor, id, {
    state: 'unclear',
    recipientId: unsettled[0]?.id,
  });
  expect(again).toEqual({ ok: true, value: { recipients: 1 } });
  await runSending(id);
  expect(listRecipients()).toEqual(['later', 'lost']);
  expect((await getIssue(id)).issue.state).toBe('sent');
});

test.each([
  ['554 5.7.1 <x@example.com>: Relay access denied', 'rcpt-to'],
  ['550 5.4.5 Daily user sending limit exceeded', 'mail-from'],
  ['535 5.7.8 Authentication failed', 'auth'],
  ['550 relay not permitted', 'rcpt-to'],
  ['550 no', 'rcpt-to'],
] as const)(
  'F-57 a refused sender stops the issue, and nobody bounces: %s',
  async (reply, phase) => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const name of names) await addSubscriber(name);
    const id = await createIssue();
    await app.leads.issues.sending.send(editor, id, 1);
    faults.set('b@example.com', () => {});
    for (const name of names.slice(1)) faults.set(`${name}@example.com`, refuse(reply, phase));
    for (let round = 0; round < 4; round++) {
      await runSending(id);
      testApp.advanceClock(60_000);
    }
    const { issue, counts } = await getIssue(id);
    expect([issue.state, counts]).toMatchObject(['stopped', { sent: 1, bounced: 0, queued: 5 }]);
    expect(issue.stopReason).toBe(reply.replace('<x@example.com>:', '<address>:'));
    faults.clear();
    expect((await app.leads.issues.sending.resume(editor, id)).ok).toBe(true);
    await runSending(id);
    await runSending(id);
    expect(listRecipients()).toEqual(names);
    expect((await getIssue(id)).issue).toMatchObject({ state: 'sent', stopReason: null });
    const subscribers = await testApp.deps.db
      .selectFrom('subscriber')
      .select('hardBounces')
      .execute();
    expect(subscribers.every(({ hardBounces }) => hardBounces === 0)).toBe(true);
  },
);

test('a refusal among many stops nothing: the address is asked again, and is given up or bounces', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `reader${n}`);
  for (const name of ['maybe', ...names, 'policy']) await addSubscriber(name);
  const id = await createIssue();
  await app.leads.issues.sending.send(editor, id, 1);
  faults.set('maybe@example.com', refuse('550 no such mailbox here'));
  faults.set('policy@example.com', refuse('550 5.7.1 not from you'));
  await runSending(id);
  expect((await getIssue(id)).counts).toMatchObject({ sent: 30, queued: 2, bounced: 0 });
  for (let round = 0; round < 3; round++) {
    testApp.advanceClock(40 * 60_000);
    await runSending(id);
  }
  const { issue, counts, unsettled } = await getIssue(id);
  expect([issue.state, counts]).toMatchObject(['sent', { sent: 30, bounced: 1, failed: 1 }]);
  expect(unsettled).toMatchObject([
    { email: 'policy@example.com', answer: '550 5.7.1 not from you' },
  ]);
});

test('a bounce is undone by staff: the address gets the next issue', async () => {
  const dead = await addSubscriber('dead');
  await app.leads.subscribers.reportBounces(owner, 'dead@example.com 5.1.1');
  expect((await getIssue(await createIssue())).audience).toBe(0);
  expect((await app.leads.subscribers.forgetBounces(owner, dead)).ok).toBe(true);
  expect((await getIssue(await createIssue())).audience).toBe(1);
  expect(await app.leads.subscribers.forgetBounces(owner, dead)).toMatchObject({
    code: 'conflict',
  });
  expect(await app.leads.subscribers.forgetBounces(editor, dead)).toMatchObject({
    code: 'forbidden',
  });
});

test('an address that does not exist gets no further issue, another one after three', async () => {
  await addSubscriber('unknown');
  await addSubscriber('full');
  faults.set('unknown@example.com', refuse('550 5.1.1 no such user'));
  faults.set('full@example.com', refuse('550 5.2.1 mailbox disabled'));
  const audiences: number[] = [];
  for (let round = 0; round < 3; round++) {
    const id = await createIssue();
    audiences.push((await getIssue(id)).audience);
    await app.leads.issues.sending.send(editor, id, 1);
    await runSending(id);
  }
  expect(audiences).toEqual([2, 1, 1]);
  const nobody = await app.leads.issues.sending.send(editor, await createIssue(), 1);
  expect(nobody).toMatchObject({ code: 'conflict' });
  const { leads } = app;
  const list = await leads.subscribers.list(owner, { filters: { state: 'bounced' }, sort: '' });
  expect(list.ok && list.value.total).toBe(2);
});

test('bounces that staff report count: three, or one of an address that does not exist', async () => {
  for (const name of ['soft', 'once', 'dead']) await addSubscriber(name);
  const text = 'soft@example.com 4.2.2\n<ONCE@example.com>\ndead@example.com, 5.1.1\nx@example.com';
  const noted = await app.leads.subscribers.reportBounces(owner, text);
  expect(noted).toEqual({
    ok: true,
    value: { noted: 2, unknown: 1, unreadable: 0, soft: 1, ofSender: 0 },
  });
  expect((await getIssue(await createIssue())).audience).toBe(2);
  expect(await app.leads.subscribers.reportBounces(owner, ' ')).toMatchObject({ code: 'invalid' });
  expect(await app.leads.subscribers.reportBounces(editor, text)).toMatchObject({
    code: 'forbidden',
  });
});

test('an issue is scheduled, starts by itself when it is time, and can be stopped', async () => {
  for (const name of ['anna', 'ben']) await addSubscriber(name);
  const { issues } = app.leads;
  const id = await createIssue();
  const now = testApp.deps.clock().getTime();
  const past = await issues.sending.schedule(editor, id, {
    revision: 1,
    sendAt: new Date(now - 1),
  });
  expect(past).toMatchObject({ code: 'invalid', errors: { sendAt: [expect.any(String)] } });
  const sendAt = new Date(now + 3_600_000);
  expect((await issues.sending.schedule(editor, id, { revision: 1, sendAt })).ok).toBe(true);
  expect(await issues.editing.change(editor, id, form({ revision: '1' }))).toMatchObject({
    code: 'conflict',
  });
  await app.jobs['schedule.actOnDue']({});
  expect((await getIssue(id)).issue.state).toBe('scheduled');
  testApp.advanceClock(3_700_000);
  await app.jobs['schedule.actOnDue']({});
  expect((await issues.sending.stop(editor, id)).ok).toBe(true);
  await runSending(id);
  expect(sent).toEqual([]);
  expect((await issues.sending.resume(editor, id)).ok).toBe(true);
  faults.set('anna@example.com', () => issues.sending.stop(editor, id));
  await runSending(id);
  expect(listRecipients()).toEqual(['anna']);
  expect((await issues.sending.resume(editor, id)).ok).toBe(true);
  await runSending(id);
  expect(listRecipients()).toEqual(['anna', 'ben']);
});

test('a change is refused where somebody else changed the draft, and can be taken back', async () => {
  const { issues } = app.leads;
  const id = await createIssue();
  const changed = await issues.editing.change(
    editor,
    id,
    form({ subject: 'Other', revision: '1' }),
  );
  expect(changed.ok).toBe(true);
  const stale = await issues.editing.change(editor, id, form({ revision: '1' }));
  expect(stale).toMatchObject({ code: 'conflict' });
  const entry = await testApp.deps.db
    .selectFrom('auditEntry')
    .select('id')
    .where('thingKind', '=', 'newsletter-issue')
    .where('outcome', '=', 'done')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect((await app.staff.auditLog.undo(editor, Number(entry.id))).ok).toBe(true);
  expect((await getIssue(id)).issue).toMatchObject({ subject: 'November in steel', revision: 3 });
});

test('A-67 F31: scripts in an issue are gone, and cards that are not published are named', async () => {
  const body = `<p onclick="x()">Hi</p><script>alert(1)</script><a href="javascript:x()">y</a>`;
  const id = await createIssue({ body, subject: '<b>S</b>' });
  const preview = await app.leads.issues.editing.preview(editor, id);
  const html = preview.ok ? preview.value.html : '';
  expect(html).not.toMatch(/onclick|<script|javascript:|<b>/);
  const wrong = await app.leads.issues.editing.create(
    editor,
    form({ cards: `${reportCode}\nNO-1` }),
  );
  expect(wrong).toMatchObject({
    code: 'invalid',
    errors: { cards: [expect.stringContaining('NO-1')] },
  });
});

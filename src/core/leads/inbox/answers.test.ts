import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../../test/support/test-app.ts';
import { endWork } from '../../../../test/support/test-editing.ts';
import { addEnquiry, wantList } from '../../../../test/support/test-enquiries.ts';
import { listQueuedEmails } from '../../../../test/support/test-leads.ts';
import { unwrap } from '../../../../test/support/test-sign-in.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { BulkChange, EnquirySelection } from './change-many.ts';
import { fillPlaceholders, parseEnquiryQuery } from './enquiry.model.ts';

let testApp: TestApp;
let anna: StaffActor;
let ben: StaffActor;
beforeAll(async () => {
  testApp = await openTestApp();
  anna = await addTestStaff(testApp.deps.db, 'sales', { name: 'Anna' });
  ben = await addTestStaff(testApp.deps.db, 'owner');
});
afterAll(() => testApp?.close());

const inbox = () => testApp.app.leads.inbox;
const read = async (id: number, actor = anna) => unwrap(await inbox().reading.read(actor, id));
/** As the script of the answer's form keeps it. */
const keep = (actor: StaffActor, id: number, body: string, formKey = 'a-form') =>
  testApp.app.typedText.keep(actor, {
    place: `/admin/enquiries/${id}`,
    formKey,
    fields: { subject: 'Hi', body },
  });
const answer = (actor: StaffActor, id: number, seenAnswerId = 0, more: object = {}) =>
  inbox().answers.sendAnswer(actor, id, {
    subject: 'Your question',
    body: 'Yes.',
    seenAnswerId,
    ...more,
  });

test('an answer is emailed with replies to sales, and its time is the first answer', async () => {
  const id = await addEnquiry(testApp, 'ask@answer.example');
  unwrap(await keep(anna, id, 'Ye'));
  testApp.advanceClock(90 * 60_000);
  unwrap(await answer(anna, id, 0, { body: 'Hello,\n\nyes <b>we</b> do.' }));
  const emails = await listQueuedEmails(testApp, 'ask@answer.example');
  const { salesEmail } = (await testApp.app.store.getSettings()).contact;
  expect(emails.at(-1)).toMatchObject({ subject: 'Your question', body: { replyTo: salesEmail } });
  expect(emails.at(-1)?.body.html).toContain('yes &lt;b&gt;we&lt;/b&gt; do.');
  const enquiry = await read(id);
  expect(enquiry).toMatchObject({
    state: 'answered',
    owner: { id: anna.staffId },
    draft: undefined,
    answers: [{ author: 'Test sales', subject: 'Your question' }],
  });
  const waited = Number(enquiry.firstAnsweredAt) - Number(enquiry.createdAt);
  expect(Math.round(waited / 60_000)).toBe(90);
  expect(JSON.stringify(enquiry.history)).not.toContain('yes');
});

test('a second answer asks first where somebody answered meanwhile, from two tabs too', async () => {
  const id = await addEnquiry(testApp, 'two@answer.example');
  const both = await Promise.all([answer(anna, id), answer(ben, id)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const refused = both.find(({ ok }) => !ok);
  expect(refused).toMatchObject({ code: 'conflict' });
  expect(refused && 'message' in refused && refused.message).toMatch(
    /^Test (sales|owner) answered on \d+ \w+ \d+, \d\d:\d\d UTC\./,
  );
  const [first] = (await read(id)).answers;
  unwrap(await answer(ben, id, first?.id));
  expect((await read(id)).answers).toHaveLength(2);
});

test('a draft is kept for its author, and others see that somebody writes', async () => {
  const id = await addEnquiry(testApp, 'draft@answer.example');
  unwrap(await keep(anna, id, 'I wri'));
  unwrap(await keep(anna, id, 'I write'));
  expect((await read(id)).draft).toMatchObject({ subject: 'Hi', body: 'I write' });
  const seenByBen = await read(id, ben);
  expect([seenByBen.draft, seenByBen.writers]).toMatchObject([undefined, [{ name: 'Test sales' }]]);
  unwrap(await answer({ ...anna, formKey: 'a-form.what it says' }, id));
  expect(await keep(anna, id, 'I write')).toMatchObject({ code: 'conflict' });
  expect((await read(id)).draft).toBeUndefined();
  unwrap(await keep(anna, id, 'More', 'the next form'));
  expect((await read(id)).draft).toMatchObject({ body: 'More' });
  unwrap(await keep(anna, id, ' ', 'the next form'));
  expect((await read(id, ben)).writers).toEqual([]);
});

test('a template is filled with name, report, link and price; what has no value stops it', async () => {
  const [report] = (await testApp.app.catalogue.reports.list(1)).items;
  const reportCode = String(report?.code);
  const about = await addEnquiry(testApp, 'fill@answer.example', { reportCode, name: 'Ada Berg' });
  const values = unwrap(await inbox().answers.getPlaceholderValues(anna, about));
  const text = fillPlaceholders('{{name}} {{ report }} {{link}} {{price}} {{other}}', values);
  expect(text).toMatch(/^Ada Berg .+ http:\/\/localhost:8080\/\S+ \$[\d,]+ \{\{other\}\}$/);
  const hostile = await addEnquiry(testApp, 'hostile@answer.example', {
    name: 'Pay now at https://evil.example',
  });
  expect(unwrap(await inbox().answers.getPlaceholderValues(anna, hostile))).toEqual({
    name: 'there',
  });
  expect(await answer(anna, hostile, 0, { body: 'It costs {{price}}.' })).toMatchObject({
    code: 'invalid',
    errors: { body: ['Please replace {{price}}: there is no value for it.'] },
  });
});

test('templates are changed by whoever answers, one of each name', async () => {
  const { templates } = inbox();
  const fields = { name: 'Our prices', kind: 'discount', subject: 'Prices', body: '{{price}}' };
  unwrap(await templates.save(anna, undefined, fields));
  expect(await templates.save(ben, undefined, fields)).toMatchObject({
    errors: { name: ['Another template has this name.'] },
  });
  expect(await templates.save(ben, undefined, { ...fields, body: '{{iban}}' })).toMatchObject({
    errors: { body: ['There is no placeholder {{iban}}.'] },
  });
  const find = async () =>
    unwrap(await templates.list(anna)).find(({ name }) => name === 'Our prices');
  const id = (await find())?.id;
  unwrap(await templates.save(ben, id, { ...fields, kind: '' }));
  expect(await find()).toMatchObject({ kind: null, changedBy: 'Test owner' });
  unwrap(await templates.delete(anna, id ?? 0));
  expect(await templates.delete(anna, id ?? 0)).toMatchObject({ code: 'not-found' });
});

test('answer times count what was sent in the period, without spam', async () => {
  const period = () => ({ from: since, until: testApp.deps.clock() });
  testApp.advanceClock(3_600_000);
  const since = testApp.deps.clock();
  const ids = [];
  for (const name of ['a', 'b', 'c', 'd', 'spam'])
    ids.push(await addEnquiry(testApp, `${name}@times.example`));
  for (const id of ids.slice(0, 3)) {
    testApp.advanceClock(10 * 60_000);
    unwrap(await answer(anna, id));
  }
  unwrap(await inbox().work.setState(anna, ids[4] ?? 0, 'spam'));
  const times = unwrap(await inbox().enquiries.getAnswerTimes(anna, period()));
  expect([times.received, times.answered, Math.round(times.medianMinutes ?? 0)]).toEqual([
    4, 3, 20,
  ]);
});

/** Begins a bulk change, works on it to its end, and answers what came of it. */
async function changeMany(selection: EnquirySelection, change: BulkChange) {
  const id = unwrap(await inbox().bulk.changeMany(anna, selection, change));
  return (await endWork(testApp.app.longWork, anna, id)).result;
}

test('many are changed at once under one batch, or not at all where the list has changed', async () => {
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push(await addEnquiry(testApp, `${i}@bulk.example`));
  const { staffId } = anna;
  const filter = parseEnquiryQuery(wantList('q=bulk.example'), staffId);
  const shown = { filter, count: 3, newestId: Math.max(...ids) };
  const late = await addEnquiry(testApp, 'late@bulk.example');
  expect(await inbox().bulk.changeMany(anna, shown, { ownerId: staffId })).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('4 enquiries match now, 3 did before'),
  });
  expect((await read(ids[0] ?? 0)).owner).toBeUndefined();
  const all = { filter, count: 4, newestId: late };
  const assigned = await changeMany(all, { ownerId: staffId });
  expect(assigned.counts).toEqual({ changed: 4, unchanged: 0 });
  const entries = await testApp.deps.db
    .selectFrom('auditEntry')
    .select(['thingId', 'before', 'after'])
    .where('batch', '=', assigned.batch ?? '')
    .execute();
  expect(entries).toHaveLength(4);
  expect(entries[0]).toMatchObject({ before: { ownerId: null }, after: { ownerId: staffId } });
  await changeMany({ ids: [late] }, { state: 'spam' });
  expect((await read(late)).state).toBe('spam');
  expect(await inbox().bulk.changeMany(anna, { ids: [] }, { state: 'closed' })).toMatchObject({
    code: 'invalid',
  });
});

test('a bulk change is taken back whole, but for what was changed since', async () => {
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push(await addEnquiry(testApp, `${i}@undo.example`));
  const [first = 0, second = 0] = ids;
  unwrap(await inbox().work.setFollowUp(anna, first, { day: '2026-12-24' }));
  const { batch = '' } = await changeMany({ ids }, { state: 'closed' });
  expect((await read(first)).followUpOn).toBeNull();
  unwrap(await inbox().work.setState(ben, second, 'spam'));
  const undo = unwrap(await inbox().bulkUndo.undoMany(ben, batch));
  const undone = await endWork(testApp.app.longWork, ben, undo);
  expect(undone).toMatchObject({ state: 'done', result: { counts: { restored: 2, kept: 1 } } });
  expect(undone.result.notes).toEqual([`Enquiry ${second} was changed since, and stays as it is.`]);
  expect(unwrap(await inbox().bulkUndo.undoMany(anna, batch))).toBe(undo);
  expect(await inbox().bulkUndo.undoMany(anna, 'unknown')).toMatchObject({ code: 'not-found' });
  expect(await read(first)).toMatchObject({ state: 'open', followUpOn: '2026-12-24' });
  expect((await read(second)).state).toBe('spam');
});

test('a note has no way back, and the log offers none', async () => {
  const id = await addEnquiry(testApp, 'note@undo.example');
  unwrap(await inbox().work.addNote(anna, id, { body: 'Calls back' }));
  unwrap(await inbox().work.setState(anna, id, 'closed'));
  const filter = { thingKind: 'enquiry', thingId: String(id) };
  const { rows } = unwrap(await testApp.app.staff.auditLog.search(ben, filter));
  expect(rows.map(({ isUndoable }) => isUndoable)).toEqual([true, false]);
});

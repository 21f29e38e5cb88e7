import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../../test/support/test-app.ts';
import {
  addApplication,
  addEnquiry,
  insertEnquiry,
  wantList,
} from '../../../../test/support/test-enquiries.ts';
import { listQueuedEmails } from '../../../../test/support/test-leads.ts';
import { unwrap } from '../../../../test/support/test-sign-in.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';
import type { Role, StaffActor } from '../../staff/model.ts';
import { mayDo } from '../../staff/verbs.model.ts';
import { parseEnquiryQuery } from './enquiry.model.ts';

let testApp: TestApp;
let staff: Readonly<Record<Role, StaffActor>>;
let reportCode: string;
beforeAll(async () => {
  testApp = await openTestApp();
  const { db } = testApp.deps;
  staff = {
    owner: await addTestStaff(db, 'owner'),
    editor: await addTestStaff(db, 'editor'),
    sales: await addTestStaff(db, 'sales'),
    finance: await addTestStaff(db, 'finance'),
    viewer: await addTestStaff(db, 'viewer'),
  };
  reportCode = String((await testApp.app.catalogue.reports.list(1)).items[0]?.code);
});
afterAll(() => testApp?.close());

const inbox = () => testApp.app.leads.inbox;
const list = async (address: string, actor = staff.sales) =>
  unwrap(await inbox().enquiries.list(actor, parseEnquiryQuery(wantList(address), actor.staffId)));
const listIds = async (address: string, actor = staff.sales) =>
  (await list(address, actor)).rows.map(({ id }) => id);
const read = async (id: number, actor = staff.sales) =>
  unwrap(await inbox().reading.read(actor, id));
const listVerbs = async (id: number) =>
  (await read(id, staff.owner)).history.map(({ verb, outcome }) => `${verb} ${outcome}`);

describe('the list of enquiries', () => {
  test('is filtered by what is asked for, and finds by name, company, address and report', async () => {
    const anna = await addEnquiry(testApp, 'anna@filters.example', { company_name: 'Kelp 100%' });
    const ben = await addEnquiry(testApp, 'ben@filters.example', { reportCode });
    unwrap(await inbox().work.assign(staff.sales, ben, staff.sales.staffId));
    expect(await listIds('q=kelp 100%')).toEqual([anna]);
    expect(await listIds('q=ANNA@filters')).toEqual([anna]);
    expect(await listIds('q=kelp_100')).toEqual([]);
    expect(await listIds('q=KE')).toEqual([anna]);
    expect(await listIds('q=lp')).toEqual([]);
    expect(await listIds(`q=${reportCode.toLowerCase()}`)).toEqual([ben]);
    expect(await listIds('kind=inquiry&owner=mine')).toEqual([ben]);
    expect(await listIds('owner=nobody&q=filters.example')).toEqual([anna]);
    expect(await listIds('state=answered&q=filters.example')).toEqual([]);
    const [row] = (await list('q=ben@filters.example')).rows;
    expect(row).toMatchObject({
      report: { code: reportCode },
      owner: { id: staff.sales.staffId, name: 'Test sales' },
      sameCount: 0,
    });
  });

  test('goes page by page, there and back, with the number of all', async () => {
    for (let i = 0; i < 5; i++) await addEnquiry(testApp, `page-${i}@pages.example`);
    const ids = await listIds('q=pages.example');
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(await listIds('q=pages.example&sort=received')).toEqual(ids.toReversed());
    for (let i = 0; i < 60; i++)
      await insertEnquiry(testApp.deps.db, { email: `${i}@many.example` });
    const first = await list('q=many.example');
    expect([first.total, first.isTotalCapped, first.previous]).toEqual([60, false, undefined]);
    const second = await list(`q=many.example&after=${first.next}`);
    expect([second.rows.length, second.next]).toEqual([10, undefined]);
    const back = await list(`q=many.example&before=${second.previous}`);
    expect(back.rows).toEqual(first.rows);
    expect(back.previous).toBeUndefined();
    expect((await list('q=many.example&after=nonsense')).rows).toEqual(first.rows);
  });
});

describe('the order of the list', () => {
  test('begins with those whose follow-up day has come, the earliest first', async () => {
    const ids = [];
    for (const name of ['today', 'earlier', 'later', 'none'])
      ids.push(await addEnquiry(testApp, `${name}@due.example`));
    const [today = 0, earlier = 0, later = 0, none = 0] = ids;
    const dayAfter = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const followUp = (id: number, day: string) =>
      inbox().work.setFollowUp(staff.sales, id, { day });
    unwrap(await followUp(today, dayAfter(0)));
    unwrap(await followUp(earlier, dayAfter(-1)));
    unwrap(await followUp(later, dayAfter(1)));
    expect(await listIds('q=due.example')).toEqual([earlier, today, none, later]);
    expect(await listIds('q=due.example&due=today')).toEqual([earlier, today]);
    expect(await followUp(none, 'tomorrow')).toMatchObject({ code: 'invalid' });
    const query = parseEnquiryQuery(wantList('q=due.example'), staff.sales.staffId);
    const next = async (id: number) =>
      unwrap(await inbox().enquiries.findNextOpen(staff.sales, query, id));
    expect([await next(earlier), await next(today), await next(none), await next(later)]).toEqual([
      today,
      none,
      later,
      earlier,
    ]);
  });
});

describe('a viewer', () => {
  test('sees neither names nor addresses, and does not find by them', async () => {
    const id = await addEnquiry(testApp, 'hidden@masked.example', {
      company_name: 'Hidden Ltd',
      reportCode,
    });
    const enquiry = await read(id, staff.viewer);
    expect(JSON.stringify(enquiry)).not.toMatch(/hidden@|Zoë|Hidden Ltd|two lines|39 02/);
    expect(enquiry).toMatchObject({
      isMasked: true,
      email: 'h***@masked.example',
      kind: 'inquiry',
    });
    expect(await listIds('q=masked.example', staff.viewer)).toEqual([]);
    expect(JSON.stringify(await list(`q=${reportCode}`, staff.viewer))).not.toContain('hidden@');
  });
});

describe('one enquiry', () => {
  test('stands beside what the same person asked and ordered before, in any spelling', async () => {
    const first = await addEnquiry(testApp, 'Same.Person@gmail.com', { reportCode });
    const other = await addEnquiry(testApp, 'sameperson+x@googlemail.com');
    const again = await addEnquiry(testApp, 'sameperson@gmail.com', { reportCode });
    const enquiry = await read(again);
    expect(enquiry.others.map(({ id, isSame }) => [id, isSame])).toEqual([
      [other, false],
      [first, true],
    ]);
    expect((await list('q=sameperson@gmail.com')).rows[0]?.sameCount).toBe(1);
    expect(enquiry.fields).toContainEqual(['Message', 'A question\nin two lines']);
    expect([enquiry.consent, enquiry.orders]).toEqual(['I agree', []]);
  });

  test('has an owner, notes and a state, each with an entry in its history', async () => {
    const id = await addEnquiry(testApp, 'work@one.example');
    unwrap(await inbox().work.assign(staff.owner, id, staff.sales.staffId));
    expect(await inbox().work.assign(staff.owner, id, staff.editor.staffId)).toMatchObject({
      code: 'invalid',
    });
    unwrap(await inbox().work.addNote(staff.sales, id, { body: 'Called <b>them</b>' }));
    unwrap(await inbox().work.setState(staff.sales, id, 'closed'));
    unwrap(await inbox().work.setState(staff.sales, id, 'open'));
    expect(await inbox().work.setState(staff.sales, id, 'answered')).toMatchObject({
      code: 'conflict',
    });
    const enquiry = await read(id);
    expect(enquiry).toMatchObject({ state: 'open', owner: { name: 'Test sales' } });
    expect(enquiry.notes).toMatchObject([{ author: 'Test sales', body: 'Called <b>them</b>' }]);
    expect(await listVerbs(id)).toEqual([
      'enquiry.work done',
      'enquiry.work refused',
      ...Array(3).fill('enquiry.work done'),
      'enquiry.work refused',
    ]);
    expect(JSON.stringify(enquiry.history)).not.toMatch(/Called|one\.example/);
    expect(await inbox().reading.read(staff.sales, 2_000_000)).toMatchObject({ code: 'not-found' });
  });
});

describe('what leaves the inbox', () => {
  test('is nothing more for spam, which is listed apart', async () => {
    const id = await addEnquiry(testApp, 'spam@one.example', { reportCode });
    expect(await listQueuedEmails(testApp, 'spam@one.example')).toHaveLength(1);
    unwrap(await inbox().work.setState(staff.sales, id, 'spam'));
    expect(await listQueuedEmails(testApp, 'spam@one.example')).toEqual([]);
    expect(await listIds('q=spam@one.example')).toEqual([]);
    expect(await listIds('q=spam@one.example&state=spam')).toEqual([id]);
    const answer = { subject: 'Hello', body: 'Hello', seenAnswerId: '0' };
    expect(await inbox().answers.sendAnswer(staff.sales, id, answer)).toMatchObject({
      code: 'conflict',
    });
  });

  test('F19: is a CV for the owner alone, and each opening is in the history', async () => {
    const id = await addApplication(testApp, 'cleo@cv.example');
    expect(await read(id)).toMatchObject({ cv: { name: 'cleo.pdf' }, hasCv: true });
    for (const role of ['sales', 'viewer', 'editor', 'finance'] as const)
      expect(await inbox().cvs.openCv(staff[role], id)).toMatchObject({ code: 'not-found' });
    const opened = unwrap(await inbox().cvs.openCv(staff.owner, id));
    expect(opened).toMatchObject({ fileName: 'cleo.pdf', sizeBytes: 13 });
    opened.stream.destroy();
    expect(await listVerbs(id)).toEqual([...Array(4).fill('cv.open refused'), 'cv.open done']);
    const without = await addEnquiry(testApp, 'none@cv.example');
    expect(await inbox().cvs.openCv(staff.owner, without)).toMatchObject({ code: 'not-found' });
  });

  test('is no CV whose file is missing, and that is told as what it is', async () => {
    const id = await addApplication(testApp, 'lost@cv.example');
    const { cvKey } = await testApp.deps.db
      .selectFrom('lead')
      .select('cvKey')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await testApp.deps.files.remove(String(cvKey));
    expect(await inbox().cvs.openCv(staff.owner, id)).toMatchObject({
      code: 'gone',
      message: expect.stringContaining('is missing among the store’s files') as string,
    });
    expect(await listVerbs(id)).toEqual([]);
  });
});

test('each verb of the inbox is refused to roles that may not do it', async () => {
  const id = await addEnquiry(testApp, 'roles@one.example');
  const actions = {
    'enquiry.read': [
      (actor: StaffActor) => inbox().reading.read(actor, id),
      (actor: StaffActor) =>
        inbox().enquiries.list(actor, parseEnquiryQuery(wantList(''), actor.staffId)),
      (actor: StaffActor) =>
        inbox().enquiries.getAnswerTimes(actor, { from: new Date(0), until: new Date() }),
    ],
    'enquiry.work': [
      (actor: StaffActor) => inbox().work.addNote(actor, id, { body: 'A note' }),
      (actor: StaffActor) => inbox().work.assign(actor, id, null),
      (actor: StaffActor) => inbox().bulk.changeMany(actor, { ids: [id] }, { state: 'closed' }),
    ],
    'enquiry.answer': [
      (actor: StaffActor) =>
        testApp.app.typedText.keep(actor, {
          place: `/admin/enquiries/${id}`,
          formKey: 'a-form',
          fields: { body: 'Hello' },
        }),
      (actor: StaffActor) => inbox().templates.list(actor),
      (actor: StaffActor) => inbox().answers.getPlaceholderValues(actor, id),
    ],
  } as const;
  for (const verb of ['enquiry.read', 'enquiry.work', 'enquiry.answer'] as const)
    for (const action of actions[verb])
      for (const actor of Object.values(staff)) {
        const outcome = await action(actor);
        const expected = mayDo(actor.role, verb) ? 'ok' : 'forbidden';
        expect(`${actor.role} ${verb} ${outcome.ok ? 'ok' : outcome.code}`).toBe(
          `${actor.role} ${verb} ${expected}`,
        );
      }
});

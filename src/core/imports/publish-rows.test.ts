import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPdf } from '../../../test/support/goods-files.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import { openTestImports, type TestImports } from '../../../test/support/test-imports.ts';

let setup: TestImports;
beforeAll(async () => {
  setup = await openTestImports();
});
afterAll(() => setup?.publisher.close());

const header = 'code,title,industry,state,price_single,published_on,body_html,delivery';
/** A text that nobody buys, and how the report is delivered. */
const byUs = 'A description.,by us within 5 days';
const toCsv = (...rows: string[]): string => [header, ...rows].join('\n');
const readStates = async (...codes: string[]) => {
  const rows = await setup.publisher.database.db
    .selectFrom('report')
    .select(['code', 'state'])
    .where('code', 'in', codes)
    .orderBy('code')
    .execute();
  return rows.map(({ state }) => state);
};
const listReasons = async (id: number) =>
  (await setup.imports.listUnpublishedRows(id, 10)).map(
    ({ code, reasons }) => [code, reasons.join(' ')] as const,
  );
const noGoods = expect.stringContaining('Buyers of the single-user licence would get nothing');

test('a row that is to be published and lacks what buyers get stays a draft, and is no bad row', async () => {
  const rows = toCsv(
    `A-1,Cans,Food,published,100,,${byUs}`,
    'A-2,Tins,Food,published,100,,A description.,',
    'A-3,Jars,Food,published,100,,Lorem ipsum dolor.,by us within 5 days',
    `A-4,Lids,Food,published,100,2027-01-01,${byUs}`,
    'A-5,Caps,Food,published,on request,,,',
  );
  const checked = await setup.importFile(rows, { runsAtOnce: false });
  const counts = { created: 5, unpublished: 3 };
  expect(checked).toMatchObject({ state: 'checked', counts });
  expect(checked.counts.bad).toBeUndefined();
  const reasons = [
    ['A-2', noGoods],
    ['A-3', expect.stringContaining('placeholder')],
    ['A-4', expect.stringContaining('in the future')],
  ];
  expect(await listReasons(checked.id)).toEqual(reasons);
  await setup.imports.run(checked.id);
  expect(await setup.imports.advance(checked.id)).toMatchObject({ state: 'done', counts });
  expect(await listReasons(checked.id)).toEqual(reasons);
  expect(await readStates('A-1', 'A-2', 'A-3', 'A-4', 'A-5')).toEqual([
    'published',
    'draft',
    'draft',
    'draft',
    'published',
  ]);
});

test('the same holds where the import publishes new reports, in both modes, and again changes nothing', async () => {
  for (const mode of ['good', 'all'] as const) {
    const file = toCsv(`B-${mode},Cans,Food,,100,,,`, `C-${mode},Tins,Food,,100,,${byUs}`);
    const rules = { mode, newReports: 'published' } as const;
    const done = await setup.importFile(file, rules);
    expect(done).toMatchObject({ state: 'done', counts: { created: 2, unpublished: 1 } });
    expect(await readStates(`B-${mode}`, `C-${mode}`)).toEqual(['draft', 'published']);
  }
  const again = toCsv('D-1,Cans,Food,published,100,,,');
  await setup.importFile(again);
  expect((await setup.importFile(again)).counts).toEqual({ unchanged: 1, unpublished: 1 });
});

test('a draft is published by a later sheet that says how it is delivered, or once it has its file', async () => {
  await setup.importFile(toCsv('E-1,Cans,Food,published,100,,,', 'E-2,Tins,Food,published,100,,,'));
  const pdf = Readable.from([await createPdf(2)]);
  const named = { fileName: 'E-2.pdf', isArchive: false };
  for await (const file of setup.imports.files.receive(pdf, named))
    expect(file).toMatchObject({ isAttached: true });
  const done = await setup.importFile(
    toCsv(`E-1,Cans,Food,published,100,,${byUs}`, 'E-2,Tins,Food,published,100,,,'),
  );
  expect(done.counts).toEqual({ changed: 2 });
  expect(await readStates('E-1', 'E-2')).toEqual(['published', 'published']);
});

test('a report that is published stays so: a row after which buyers get nothing is bad, and other rows change it', async () => {
  await setup.importFile(toCsv(`F-1,Cans,Food,published,100,,${byUs}`));
  const emptied = await setup.importFile('code,delivery\nF-1,files', { isUpdateOnly: true });
  expect(emptied.counts).toEqual({ bad: 1 });
  expect(await setup.imports.listBadRows(emptied.id, 5)).toMatchObject([
    { errors: [{ column: 'delivery', value: 'files', message: noGoods }] },
  ]);
  const old = { code: 'F-2', title: 'Tins', industry: 'Food', state: 'published' } as const;
  await setup.publisher.write({ ...old, prices: { single: 10_000 } });
  const dearer = await setup.importFile('code,price_single\nF-2,200', { isUpdateOnly: true });
  expect(dearer.counts).toEqual({ changed: 1 });
  expect(await readStates('F-1', 'F-2')).toEqual(['published', 'published']);
});

test('a withdrawn report stays withdrawn where it can not be published', async () => {
  const gone = { code: 'G-1', title: 'Tins', industry: 'Food', state: 'withdrawn' } as const;
  await setup.publisher.write({ ...gone, prices: { single: 10_000 } });
  const done = await setup.importFile('code,state\nG-1,published', { isUpdateOnly: true });
  expect(done.counts).toEqual({ unchanged: 1, unpublished: 1 });
  expect(await readStates('G-1')).toEqual(['withdrawn']);
});

test('a scheduled report is checked on its day: what blocks it leaves it a draft, and the log says why', async () => {
  const scheduled = 'Food,scheduled,100,2026-11-24';
  await setup.importFile(toCsv(`H-1,Cans,${scheduled},,`, `H-2,Tins,${scheduled},${byUs}`));
  expect(await readStates('H-1', 'H-2')).toEqual(['scheduled', 'scheduled']);
  const { db } = setup.publisher.database;
  const owner = await addTestStaff(db, 'owner');
  setup.publisher.setNow('2026-11-24T00:01:00Z');
  await setup.publisher.publishDue();
  expect(await readStates('H-1', 'H-2')).toEqual(['draft', 'published']);
  const entries = await setup.publisher.database.db
    .selectFrom('auditEntry')
    .select(['outcome', 'refusal', 'thingId'])
    .where('verb', '=', 'report.publish')
    .execute();
  expect(entries).toMatchObject([{ outcome: 'refused', thingId: 'H-1' }]);
  expect(JSON.stringify(entries)).toContain('would get nothing');
  const listEmails = () =>
    db.selectFrom('outboxEmail').select(['recipient', 'subject', 'body']).orderBy('id').execute();
  const subject = 'Not published: H-1';
  const text = expect.stringContaining('H-1: Buyers of the single-user');
  expect(await listEmails()).toMatchObject([{ recipient: owner.email, subject, body: { text } }]);

  const anna = await addTestStaff(db, 'editor');
  await db.updateTable('staff').set({ name: 'anna' }).where('id', '=', anna.staffId).execute();
  await setup.importFile(
    toCsv('I-1,Cans,Food,scheduled,100,2026-11-25,,', 'I-2,Tins,Food,scheduled,100,2026-11-25,,'),
  );
  setup.publisher.setNow('2026-11-25T00:01:00Z');
  await setup.publisher.publishDue();
  await setup.publisher.publishDue();
  const [, ...later] = await listEmails();
  expect(later).toMatchObject([{ recipient: anna.email, subject: 'Not published: 2 reports' }]);
});

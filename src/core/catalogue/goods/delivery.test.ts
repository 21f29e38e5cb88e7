import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPdf } from '../../../../test/support/goods-files.ts';
import { fullReport } from '../../../../test/support/report-samples.ts';
import { createTemporaryFolder } from '../../../../test/support/temporary-folder.ts';
import {
  expectOk,
  openTestEditing,
  type TestEditing,
} from '../../../../test/support/test-editing.ts';
import { specifiedLicences as licences, type Licence } from '../reports/licence.model.ts';
import type { ReportInput } from '../reports/report-input.model.ts';

const folder = createTemporaryFolder('goods');
const path = `${folder.path}/report.pdf`;
let tester: TestEditing;
beforeAll(async () => {
  tester = await openTestEditing();
  writeFileSync(path, await createPdf(3));
});
afterAll(async () => {
  await tester?.close();
  folder.remove();
});

const files = { kind: 'files' } as const;
const made = { kind: 'made' } as const;
const none = { kind: 'none' } as const;
const { data } = fullReport;

const attach = (reportCode: string, only: readonly Licence[] = licences, more: object = {}) =>
  tester.catalogue.goods.attachFile({
    reportCode,
    path,
    fileName: 'report.pdf',
    licences: only,
    ...more,
  });
const getCard = (code: string) => tester.catalogue.reports.getByCode(code);
const publish = async (id: number, more: object = {}) =>
  tester.editing.publishing.publish(tester.anna, id, {
    revision: await tester.revisionOf(id),
    kind: 'correction',
    reason: '',
    ...more,
  });
/** A draft with this delivery whose file is there, published. */
async function addPublished(code: string, more: Partial<ReportInput> = {}): Promise<number> {
  const id = await tester.addReport(code, { delivery: files, ...more });
  expectOk(await attach(code));
  expectOk(await publish(id));
  return id;
}
const listUnsold = async (): Promise<string[]> => {
  const list = { view: 'unsold', order: 'code', isDescending: false } as const;
  const { rows } = expectOk(await tester.editing.list.list(tester.anna, list));
  return rows.map(({ code }) => code);
};
const emptyLicence = (licence: string) =>
  expect.stringMatching(`Buyers of the ${licence} licence would get nothing`);

test('an editor publishes no report whose text is all there is, and one with its file', async () => {
  const id = await tester.addReport('ED-1', { delivery: files });
  expect(await publish(id)).toMatchObject({
    ok: false,
    errors: { goods: [emptyLicence('single-user')] },
  });
  expectOk(await attach('ED-1'));
  expectOk(await publish(id));
  expect(await getCard('ED-1')).toMatchObject({
    prices: { single: 120_000 },
    delivery: files,
    formats: ['pdf'],
    pages: 3,
  });
});

test('a report is made only where its publisher says so and has data for it', async () => {
  const id = await tester.addReport('MADE-1', { delivery: made });
  expect(await publish(id)).toMatchObject({ ok: false, errors: { goods: [expect.any(String)] } });
  const silent = await tester.addReport('MADE-2', { delivery: files, data });
  expect(await publish(silent)).toMatchObject({ ok: false });
  await tester.save(silent, 'delivery', made);
  expectOk(await publish(silent));
  expect(await getCard('MADE-2')).toMatchObject({ delivery: made, formats: ['pdf', 'xlsx'] });
});

test('a report that is not for sale needs no price, and has none to buy', async () => {
  const id = await tester.addReport('NONE-1', { delivery: none, prices: null });
  expectOk(await publish(id));
  expect(await getCard('NONE-1')).toMatchObject({ prices: {}, delivery: none, formats: [] });
  const priced = await tester.addReport('NONE-2', { delivery: none });
  expectOk(await publish(priced));
  expect(await getCard('NONE-2')).toMatchObject({ prices: {} });
  expect(await listUnsold()).not.toContain('NONE-2');
});

test('a typed number of pages that is not that of the files blocks the publication', async () => {
  const id = await tester.addReport('PAGES-1', { delivery: files, pages: 82 });
  expectOk(await attach('PAGES-1'));
  const message = expect.stringContaining('have 3 pages, not 82');
  expect(await publish(id)).toMatchObject({ ok: false, errors: { pages: [message] } });
  await tester.save(id, 'pages', 3);
  expectOk(await publish(id));
  const later = await tester.addReport('PAGES-2', { pages: 82 });
  expectOk(await publish(later));
  expect(await getCard('PAGES-2')).toMatchObject({
    pages: 82,
    delivery: { kind: 'by-us', days: 5 },
  });
});

test('a file for fewer licences in the place of another is refused while one of them is sold', async () => {
  await addPublished('FEWER-1', { prices: { single: 100_000, corporate: 300_000 } });
  const refused = {
    ok: false,
    code: 'invalid',
    errors: { licences: [emptyLicence('corporate')] },
  };
  expect(await attach('FEWER-1', ['single-user'])).toMatchObject(refused);
  const other = `${folder.path}/other.pdf`;
  writeFileSync(other, await createPdf(4));
  const narrowed = await attach('FEWER-1', ['single-user'], { path: other });
  expect(narrowed).toMatchObject(refused);
  expect(await getCard('FEWER-1')).toMatchObject({
    prices: { single: 100_000, corporate: 300_000 },
    pages: 3,
  });
});

test('a price for a licence that no file includes is refused by editor and sheet alike', async () => {
  const id = await tester.addReport('MORE-1', { delivery: files });
  expectOk(await attach('MORE-1', ['single-user']));
  expectOk(await publish(id));
  await tester.save(id, 'prices.corporate', 500_000);
  expect(await publish(id)).toMatchObject({
    ok: false,
    errors: { goods: [emptyLicence('corporate')] },
  });
  const rows = await tester.database.db.transaction().execute((tx) =>
    tester.catalogue.writing.write(tx, [{ code: 'MORE-1', prices: { multiple: 200_000 } }], {
      actor: 'a sheet',
      holdsBack: true,
    }),
  );
  expect(rows).toMatchObject([
    { ok: false, errors: { delivery: [emptyLicence('multiple-user')] } },
  ]);
  expectOk(await attach('MORE-1', ['single-user', 'corporate-user']));
  expectOk(await publish(id));
  expect(await getCard('MORE-1')).toMatchObject({
    prices: { single: 120_000, corporate: 500_000 },
  });
});

test('a new edition without anything to sell is refused', async () => {
  const id = await tester.addReport('NEXT-1', { delivery: made, data });
  expectOk(await publish(id));
  await tester.save(id, 'data', null);
  const refused = await publish(id, { kind: 'new-edition', reason: 'Without numbers.' });
  expect(refused).toMatchObject({ ok: false, errors: { goods: [emptyLicence('single-user')] } });
  expect(await getCard('NEXT-1')).toMatchObject({ edition: 1, prices: { single: 120_000 } });
});

test('what slips past every door is off sale at once, and stands in a list of its own', async () => {
  await addPublished('GONE-1');
  await tester.write({ code: 'GONE-1', prices: { multiple: 300_000 } });
  expect(await getCard('GONE-1')).toMatchObject({ prices: { single: 120_000, multiple: 300_000 } });
  await tester.addReport('GONE-2', { delivery: made, data, state: 'published' });
  await tester.write({ code: 'GONE-2', delivery: files });
  expect(await getCard('GONE-2')).toMatchObject({ prices: {}, delivery: none, formats: [] });
  expect(await listUnsold()).toContain('GONE-2');
  expectOk(await attach('GONE-2'));
  expect(await getCard('GONE-2')).toMatchObject({ prices: { single: 120_000 }, formats: ['pdf'] });
  expect(await listUnsold()).not.toContain('GONE-2');
});

test('the store says what a new report gets that does not say it itself', async () => {
  await tester.write({ code: 'NEW-1', title: 'Brass', industry: 'metals' });
  const draft = await tester.addReport('NEW-2', { delivery: null });
  for (const code of ['NEW-1', 'NEW-2']) {
    const { parts } = await tester.database.db
      .selectFrom('report')
      .innerJoin('reportVersion', 'reportVersion.reportId', 'report.id')
      .select('parts')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    expect(parts.delivery).toEqual(files);
  }
  expect(draft).toBeGreaterThan(0);
});

test('what was scheduled and has nothing to deliver on its day is a draft again', async () => {
  const plan = { state: 'scheduled', publishedOn: '2026-11-30' } as const;
  await tester.addReport('PLAN-1', { delivery: files, ...plan });
  await tester.addReport('PLAN-2', { delivery: { kind: 'by-us', days: 3 }, ...plan });
  tester.setNow('2026-11-30T10:00:00Z');
  await tester.publishDue();
  const states = await tester.database.db
    .selectFrom('report')
    .select(['code', 'state'])
    .where('code', 'in', ['PLAN-1', 'PLAN-2'])
    .orderBy('code')
    .execute();
  expect(states.map(({ state }) => state)).toEqual(['draft', 'published']);
});

import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdfTexts, readZipParts } from '../../../../test/support/read-goods.ts';
import {
  expectOk,
  openTestEditing,
  type TestEditing,
} from '../../../../test/support/test-editing.ts';
import { openLicenceTester, type LicenceTester } from '../../../../test/support/test-licences.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';

let tester: TestEditing;
beforeAll(async () => {
  tester = await openTestEditing();
});
afterAll(() => tester?.close());

const stateOf = async (id: number) =>
  (
    await tester.database.db
      .selectFrom('report')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.state;

test('a withdrawn report can be published again, and one in the bin comes back as it was', async () => {
  const { editing, anna } = tester;
  const id = await tester.addReport('BIN-1', { state: 'published' });
  expectOk(await editing.bin.withdraw(anna, id));
  expect(await tester.catalogue.reports.getByCode('BIN-1')).toBeUndefined();
  expect(await editing.bin.withdraw(anna, id)).toMatchObject({ code: 'conflict' });
  const revision = await tester.revisionOf(id);
  expectOk(
    await editing.publishing.publish(anna, id, { revision, kind: 'correction', reason: '' }),
  );
  expectOk(await editing.bin.put(anna, id));
  expect(await stateOf(id)).toBe('bin');
  expectOk(await editing.bin.takeOut(anna, id));
  expect(await tester.catalogue.reports.getByCode('BIN-1')).toBeDefined();
});

test('only the owner deletes for ever, from the bin; after thirty days a job does', async () => {
  const { editing, anna, owner } = tester;
  const first = await tester.addReport('BIN-2', { state: 'published' });
  const second = await tester.addReport('BIN-3');
  expect(await editing.bin.deleteForEver(owner, first)).toMatchObject({ code: 'conflict' });
  await editing.bin.put(anna, first);
  await editing.bin.put(anna, second);
  expect(await editing.bin.deleteForEver(anna, first)).toMatchObject({ code: 'forbidden' });
  expectOk(await editing.bin.deleteForEver(owner, first));
  expect(await stateOf(first)).toBeUndefined();
  tester.setNow('2026-12-21T10:00:00Z');
  await tester.catalogue.jobs['catalogue.emptyBin']();
  expect(await stateOf(second)).toBe('bin');
  tester.setNow('2026-12-23T10:00:00Z');
  await tester.catalogue.jobs['catalogue.emptyBin']();
  expect(await stateOf(second)).toBeUndefined();
});

test('a code is changed while nothing is sold, and is unique', async () => {
  const { editing, anna } = tester;
  const id = await tester.addReport('CODE-1', { state: 'published' });
  await tester.addReport('CODE-2');
  expect(await editing.drafts.changeCode(anna, id, 'CODE-2')).toMatchObject({
    errors: { code: [/2/] },
  });
  expect(await editing.drafts.changeCode(anna, id, 'no code!')).toMatchObject({ code: 'invalid' });
  expectOk(await editing.drafts.changeCode(anna, id, 'CODE-3'));
  expect(await tester.catalogue.reports.getByCode('CODE-3')).toBeDefined();
  expect(await tester.catalogue.reports.getByCode('CODE-1')).toBeUndefined();
});

/** The texts of a new reader's PDF, with their own name taken out. */
/** The texts of the files that a new reader of the order gets: the PDF's pages, then the sheets. */
async function readSeatFiles(shop: LicenceTester, number: string, name: string) {
  const token = await shop.giveSeat(number, `${name.toLowerCase()}@other.example`, name);
  const { seats, downloads } = shop.app.orders;
  const links = (await seats.getSeat(token))?.links ?? [];
  const read = async (kind: string): Promise<Buffer> => {
    const link = links.find(({ label }) => label.includes(kind));
    const file = expectOk(await shop.openLink(String(link?.url)));
    return buffer(expectOk(await downloads.readDownload(file)));
  };
  const sheets = [...(await readZipParts(await read('Excel')))].filter(([part]) =>
    /xl\/(?:sharedStrings|worksheets\/)/.test(part),
  );
  const texts = [...(await readPdfTexts(await read('PDF'))), ...sheets.map(([, xml]) => xml)];
  // A name's width moves the ends of lines.
  return texts.map((text) => text.replaceAll(name, 'NAME').replaceAll(/\s+/g, ' '));
}

/** Every kind of part that the printed files show. */
const rewrittenParts = {
  publishedOn: '2020-01-01',
  title: 'Another title',
  shortDescription: 'Rewritten.',
  description: [{ kind: 'paragraph', runs: [{ text: 'Rewritten.' }] }],
  contents: [{ title: 'Rewritten' }],
  companies: ['Rewritten Ltd'],
  geography: ['Rewritten'],
  keyFigures: [],
  faqs: [],
  data: null,
};

const findOtherIndustry = async ({ app }: LicenceTester, industry: unknown): Promise<string> =>
  (await app.catalogue.industries.list()).find(({ slug }) => slug !== industry)?.slug ?? '';

test('F30: what was sold stays: edits after the sale, the code and the report itself', async () => {
  const shop = await openLicenceTester({ rendersDocuments: true });
  try {
    const { editing } = shop.app.catalogue;
    const { number } = await shop.buyReport('multiple-user');
    const sold = await readSeatFiles(shop, number, 'Bea');
    expect(sold.join(' ')).toContain('NAME');
    const { reportId } = await shop.getOrder(number);
    const provedAt = shop.deps.clock();
    const editor = await addTestStaff(shop.deps.db, 'editor', { provedAt });
    const owner = await addTestStaff(shop.deps.db, 'owner', { provedAt });
    const { revision, values } = expectOk(await editing.drafts.open(editor, reportId));
    const industry = await findOtherIndustry(shop, values.industry);
    const rewritten = { ...rewrittenParts, industry };
    const changes = Object.entries(rewritten).map(([path, after]) => ({
      path,
      before: values[path as keyof typeof values] ?? null,
      after,
    }));
    const saved = expectOk(await editing.drafts.save(editor, reportId, { revision, changes }));
    expect(saved.saved).toEqual(Object.keys(rewritten));
    const request = { revision: saved.revision, kind: 'correction', reason: '' } as const;
    expectOk(await editing.publishing.publish(editor, reportId, request));
    const { getEdition } = await import('../reports/report.store.ts');
    expect((await getEdition(shop.deps.db, reportId, 1)).title).toBe(values.title);
    expect(await readSeatFiles(shop, number, 'Cid')).toEqual(sold);
    expect(await editing.drafts.changeCode(editor, reportId, 'X-1')).toMatchObject({
      code: 'forbidden',
    });
    expectOk(await editing.drafts.changeCode(owner, reportId, 'X-1'));
    const late = { ...owner, provedAt: new Date(provedAt.getTime() - 11 * 60_000) };
    expect(await editing.drafts.changeCode(late, reportId, 'X-2')).toMatchObject({
      code: 'proof-needed',
    });
    expectOk(await editing.bin.put(owner, reportId));
    expect(await editing.bin.deleteForEver(owner, reportId)).toMatchObject({ code: 'conflict' });
    shop.advanceClock(40 * 86_400_000);
    await shop.app.catalogue.jobs['catalogue.emptyBin']();
    expect((await shop.viewOwnOrder(number))?.files).toHaveLength(2);
  } finally {
    await shop.close();
  }
});

test('F20: a preview link shows the draft of its report alone, for seven days, until it is revoked', async () => {
  const { editing, anna } = tester;
  const id = await tester.addReport('PRE-1');
  const other = await tester.addReport('PRE-2');
  await tester.save(id, 'title', 'Not yet public');
  const { id: linkId, path } = expectOk(await editing.previews.share(anna, id));
  const [, , , token = ''] = path.split('/');
  expect(await editing.previews.open(id, token)).toMatchObject({
    value: { code: 'PRE-1', title: 'Not yet public', prices: { single: 120_000 } },
  });
  expect(await editing.previews.open(other, token)).toMatchObject({ code: 'not-found' });
  const forged = `${linkId + 1}${token.slice(token.indexOf('-'))}`;
  expect(await editing.previews.open(id, forged)).toMatchObject({ code: 'not-found' });
  const second = expectOk(await editing.previews.share(anna, id));
  expect(expectOk(await editing.previews.listLinks(anna, id))).toHaveLength(2);
  expectOk(await editing.previews.revoke(anna, id, second.id));
  expect(await editing.previews.open(id, second.path.split('/')[3] ?? '')).toMatchObject({
    code: 'gone',
  });
  tester.setNow('2026-12-31T10:00:00Z');
  expect(await editing.previews.open(id, token)).toMatchObject({ code: 'gone' });
});

test('F20: who only reads reports sees the draft’s page, of this report alone, for ten minutes', async () => {
  const { editing } = tester;
  const id = await tester.addReport('PRE-3');
  const other = await tester.addReport('PRE-4');
  await tester.save(id, 'title', 'Read before it is public');
  const viewer = await addTestStaff(tester.deps.db, 'viewer');
  expect(await editing.previews.share(viewer, id)).toMatchObject({ code: 'forbidden' });
  const token = expectOk(editing.previews.makeForReader(viewer, id)).split('/')[3] ?? '';
  const opened = await editing.previews.open(id, token);
  expect(opened).toMatchObject({ value: { title: 'Read before it is public' } });
  expect(await editing.previews.open(other, token)).toMatchObject({ code: 'not-found' });
  const [expiresAt = '', signature = ''] = token.slice(1).split('-', 2);
  const longer = `r${Number(expiresAt) + 86_400}-${signature}`;
  expect(await editing.previews.open(id, longer)).toMatchObject({ code: 'not-found' });
  tester.setNow(new Date(Number(expiresAt) * 1000 + 1).toISOString());
  expect(await editing.previews.open(id, token)).toMatchObject({ code: 'gone' });
});

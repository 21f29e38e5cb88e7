import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  expectOk,
  openTestEditing,
  type TestEditing,
} from '../../../../test/support/test-editing.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';

let tester: TestEditing;
beforeAll(async () => {
  tester = await openTestEditing();
});
afterAll(() => tester?.close());

const view = async (id: number) => expectOk(await tester.editing.drafts.open(tester.anna, id));
type Change = readonly [path: string, before: unknown, after: unknown];
const saveOne = (id: number, [path, before, after]: Change, actor = tester.anna) =>
  tester.editing.drafts.save(actor, id, { revision: 1, changes: [{ path, before, after }] });

test('a new report is a draft whose address follows its title', async () => {
  const { editing, anna, catalogue } = tester;
  const given = { code: 'NEW-1', title: 'Tin Foil', industry: 'Food' };
  const { id } = expectOk(await editing.drafts.create(anna, given));
  expect(await view(id)).toMatchObject({ code: 'NEW-1', state: 'draft', slug: 'tin-foil' });
  await tester.save(id, 'title', 'Tin Foil: World');
  expect(await view(id)).toMatchObject({
    slug: 'tin-foil-world',
    changed: ['title'],
    values: { title: 'Tin Foil: World', industry: 'food', pages: null },
  });
  expect(await editing.drafts.create(anna, given)).toMatchObject({ errors: { code: [/NEW-1/] } });
  expect(await catalogue.reports.has('tin-foil-world')).toBe(false);
});

test('F21: a draft is absent from page, search, contract and related reports, and can’t be bought', async () => {
  const { catalogue } = tester;
  const id = await tester.addReport('HID-1', { title: 'Hidden Zeppelins' });
  await tester.addReport('HID-2', { state: 'published', relatedCodes: ['HID-1'] });
  await tester.save(id, 'shortDescription', 'Zeppelins that nobody sees.');
  expect(await catalogue.reports.get('hidden-zeppelins')).toBeUndefined();
  expect((await catalogue.search.suggest('zeppelins')).reports).toEqual([]);
  expect(await catalogue.reports.getForSale({ code: 'HID-1' })).toBeUndefined();
  const { reports } = await catalogue.reports.listWithText(1, 50);
  expect(reports.map(({ code }) => code)).not.toContain('HID-1');
  const shown = await catalogue.reports.getByCode('HID-2');
  const related = shown && (await catalogue.reports.listRelated(shown));
  expect(related?.map(({ title }) => title)).not.toContain('Hidden Zeppelins');
});

test('F22: two editors keep both their fields; of one field both get both texts', async () => {
  const { bo, anna } = tester;
  const id = await tester.addReport('TWO-1', { pages: 10 });
  expect(await saveOne(id, ['title', 'Report TWO-1', 'Anna’s title'])).toMatchObject({ ok: true });
  expect(await saveOne(id, ['pages', 10, 20], bo)).toMatchObject({
    value: {
      saved: ['pages'],
      conflicts: [],
      editors: [anna.name],
      changedByOthers: [{ path: 'title', value: 'Anna’s title', by: { name: anna.name } }],
    },
  });
  const late = expectOk(await saveOne(id, ['title', 'Report TWO-1', 'Bo’s title'], bo));
  expect(late).toMatchObject({
    saved: [],
    conflicts: [{ path: 'title', yours: 'Bo’s title', theirs: 'Anna’s title' }],
  });
  expect(late.conflicts[0]?.by?.staffId).toBe(anna.staffId);
  expect((await view(id)).values).toMatchObject({ title: 'Anna’s title', pages: 20 });
  await saveOne(id, ['title', 'Anna’s title', 'Bo’s title'], bo);
  expect((await view(id)).values).toMatchObject({ title: 'Bo’s title' });
});

test('a save that is sent twice saves once, and many at the same time lose nothing', async () => {
  const id = await tester.addReport('TWICE-1');
  const send = () => saveOne(id, ['pages', null, 5]);
  expect(expectOk(await send()).revision).toBe(2);
  expect(expectOk(await send())).toMatchObject({ revision: 2, saved: ['pages'], conflicts: [] });
  const fields = ['periodFrom', 'periodTo', 'baseYear', 'forecastTo', 'metaTitle', 'slug'];
  await Promise.all(fields.map((path, index) => saveOne(id, [path, null, 2020 + index])));
  const { changed } = await view(id);
  expect(changed.toSorted()).toEqual([...fields.slice(0, 5), 'pages'].toSorted());
});

test('what is typed is kept though it is wrong, and what is as before is no change', async () => {
  const id = await tester.addReport('WRONG-1');
  await tester.save(id, 'baseYear', '20x');
  expect(await view(id)).toMatchObject({ values: { baseYear: '20x' }, changed: ['baseYear'] });
  const findings = expectOk(await tester.editing.drafts.check(tester.anna, id));
  expect(findings.blocking).toContainEqual({
    path: 'baseYear',
    message: 'The base year must be a whole number.',
  });
  await tester.save(id, 'baseYear', '');
  expect((await view(id)).changed).toEqual([]);
});

test('an import changes fields of a report whose other fields are in a draft', async () => {
  const id = await tester.addReport('MIX-1', { state: 'published' });
  await tester.save(id, 'title', 'In the draft');
  await tester.write({ code: 'MIX-1', pages: 77 });
  expect((await view(id)).values).toMatchObject({ title: 'In the draft', pages: 77 });
});

test('an unknown field, endless text, a report in the bin and other roles are refused', async () => {
  const id = await tester.addReport('NO-1');
  expect(await saveOne(id, ['__proto__', null, 'x'])).toMatchObject({ code: 'invalid' });
  expect(await saveOne(id, ['title', null, 'x'.repeat(2_300_000)])).toMatchObject({
    code: 'too-large',
  });
  expect(await saveOne(987_654, ['title', null, 'x'])).toMatchObject({ code: 'not-found' });
  const sales = await addTestStaff(tester.database.db, 'sales', { provedAt: tester.deps.clock() });
  expect(await saveOne(id, ['title', 'Report NO-1', 'x'], sales)).toMatchObject({
    code: 'forbidden',
  });
  await tester.editing.bin.put(tester.anna, id);
  expect(await saveOne(id, ['title', 'Report NO-1', 'x'])).toMatchObject({ code: 'conflict' });
});

test('texts with characters that the database can’t keep are saved without them', async () => {
  const id = await tester.addReport('NUL-1');
  await tester.save(id, 'shortDescription', 'a\u0000b\ud800');
  expect(await saveOne(id, ['shortDescription', 'a\u0000b\ud800', 'c'])).toMatchObject({
    value: { saved: ['shortDescription'] },
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeManyNow,
  expectOk,
  openTestEditing,
  undoNow,
  type TestEditing,
} from '../../../../test/support/test-editing.ts';
import type { BulkChange } from './bulk-changes.model.ts';
import { staffReportQuerySchema } from './staff-list.model.ts';

let tester: TestEditing;
beforeAll(async () => {
  tester = await openTestEditing();
});
afterAll(() => tester?.close());

const list = async (query: Record<string, string> = {}, actor = tester.anna) =>
  expectOk(await tester.editing.list.list(actor, staffReportQuerySchema.parse(query)));
const codes = async (query: Record<string, string>, actor = tester.anna) =>
  (await list(query, actor)).rows.map(({ code }) => code);

test('a list is filtered, ordered and paged both ways by the database', async () => {
  const inputs = Array.from({ length: 120 }, (_, i) => ({
    code: `L-${String(i).padStart(3, '0')}`,
    title: `Listed ${i}`,
    industry: i % 2 ? 'food' : 'metals',
    state: 'published' as const,
    publishedOn: `20${20 + (i % 6)}-05-01`,
    authors: [i % 3 ? 'Ines' : 'Bo'],
    prices: { single: (i + 1) * 1000 },
    delivery: { kind: 'by-us' as const, days: 5 },
  }));
  await tester.write(...inputs);
  const order = { order: 'code', isDescending: '0' };
  const first = await list(order);
  expect(first).toMatchObject({ total: 120, isTotalCapped: false });
  expect(first.previous).toBeUndefined();
  const second = await list({ ...order, after: first.next ?? '' });
  const third = await list({ ...order, after: second.next ?? '' });
  expect([first, second, third].flatMap(({ rows }) => rows.map(({ code }) => code))).toEqual(
    inputs.map(({ code }) => code),
  );
  expect(third.next).toBeUndefined();
  const back = await list({ ...order, before: third.previous ?? '' });
  expect(back.rows).toEqual(second.rows);
  const start = await list({ ...order, before: back.previous ?? '' });
  expect([start.rows, start.previous]).toEqual([first.rows, undefined]);
  for (const name of ['edited', 'published', 'title', 'price'])
    for (const isDescending of ['0', '1']) {
      const one = await list({ order: name, isDescending });
      const two = await list({ order: name, isDescending, after: one.next ?? '' });
      const seen = [...one.rows, ...two.rows].map(({ id }) => id);
      expect(new Set(seen).size).toBe(100);
    }
  expect((await list({ industry: 'food', author: 'Bo', year: '2023' })).total).toBe(20);
  expect(await codes({ minPriceCents: '119000', order: 'price' })).toEqual(['L-119', 'L-118']);
  expect(await codes({ words: 'l-01', order: 'code' })).toHaveLength(10);
  expect(await codes({ words: 'listed 77' })).toEqual(['L-077']);
  expect(await codes({ words: "%' or 1=1 --" })).toEqual([]);
  for (const name of ['edited', 'published', 'price'])
    for (const after of ['x', 'x.1', '2026-02-31.1', '99999999999.1'])
      expect((await list({ order: name, after })).previous).toBeUndefined();
  expect((await list({ order: 'title', after: '\0.1' })).previous).toBeUndefined();
});

test('drafts, mine, scheduled, stale and the bin are lists of their own', async () => {
  const draft = await tester.addReport('V-1');
  const edited = await tester.addReport('V-2', { state: 'published', publishedOn: '2026-11-01' });
  await tester.addReport('V-3', { state: 'published', publishedOn: '2025-11-20' });
  const binned = await tester.addReport('V-4');
  await tester.save(edited, 'pages', 8, tester.bo);
  await tester.editing.bin.put(tester.anna, binned);
  await tester.editing.schedules.plan(tester.bo, edited, {
    revision: await tester.revisionOf(edited),
    kind: 'correction',
    reason: '',
    publishAt: new Date('2027-01-01T00:00:00Z'),
    zone: 'UTC',
  });
  const mineOnly = { words: 'V-' };
  expect(await codes({ ...mineOnly, view: 'drafts', order: 'code', isDescending: '0' })).toEqual([
    'V-1',
    'V-2',
  ]);
  expect(await codes({ view: 'mine' }, tester.bo)).toEqual(['V-2']);
  expect(await codes({ ...mineOnly, view: 'scheduled' })).toEqual(['V-2']);
  expect(await codes({ ...mineOnly, view: 'stale' })).toEqual(['V-3']);
  expect(await codes({ view: 'bin' })).toEqual(['V-4']);
  expect(await codes(mineOnly)).not.toContain('V-4');
  const [row] = (await list({ words: 'V-2' })).rows;
  expect(row).toMatchObject({
    hasDraft: true,
    sold: 0,
    edition: 1,
    editedBy: tester.bo.name,
    industry: 'Metals & Mining',
    publishAt: new Date('2027-01-01T00:00:00Z'),
  });
  expect(draft).toBeGreaterThan(0);
});

const matching = (total: { total: number; newestId: number }, words: string) => ({
  filter: { view: 'all', words } as const,
  count: total.total,
  newestId: total.newestId,
});

test('F26: a bulk change is for exactly the reports that were shown, and is taken back as a whole', async () => {
  const { anna } = tester;
  const inputs = Array.from({ length: 500 }, (_, i) => ({
    code: `B-${i}`,
    title: `Bulk ${i}`,
    industry: 'food',
    state: 'published' as const,
    prices: { single: 100_000, corporate: 250_000 },
    delivery: { kind: 'by-us' as const, days: 5 },
  }));
  await tester.write(...inputs);
  const shown = await list({ words: 'bulk' });
  expect(shown.total).toBe(500);
  await tester.addReport('B-NEW', { title: 'Bulk of today' });
  const change: BulkChange = {
    kind: 'prices',
    licences: ['single', 'multiple', 'corporate'],
    roundTo: 500,
    by: { percent: 3.3 },
  };
  const refused = await changeManyNow(tester, anna, { selection: matching(shown, 'bulk'), change });
  expect(refused).toMatchObject({ code: 'conflict', message: expect.stringMatching(/501.*500/) });
  const priceOf = async (code: string) => (await tester.catalogue.reports.getByCode(code))?.prices;
  expect(await priceOf('B-7')).toEqual({ single: 100_000, corporate: 250_000 });
  const again = await list({ words: 'bulk' });
  const done = expectOk(
    await changeManyNow(tester, anna, { selection: matching(again, 'bulk'), change }),
  );
  expect(done).toMatchObject({ changed: 501, unchanged: 0 });
  expect(await priceOf('B-7')).toEqual({ single: 103_500, corporate: 258_500 });
  await tester.write({ code: 'B-8', pages: 99 });
  expect(expectOk(await undoNow(tester, anna, done.batch))).toEqual({
    restored: 500,
    notes: ['B-8 was changed since, and stays as it is.'],
  });
  expect(await priceOf('B-7')).toEqual({ single: 100_000, corporate: 250_000 });
  expect(await priceOf('B-8')).toEqual({ single: 103_500, corporate: 258_500 });
  // Asked again it is the same work, which is done.
  expect(expectOk(await undoNow(tester, anna, done.batch)).restored).toBe(500);
});

test('a bulk change that one report can’t take changes none, and a bulk bin is taken back', async () => {
  const { anna } = tester;
  const first = await tester.addReport('M-1', { prices: { single: 1000, corporate: 2000 } });
  const second = await tester.addReport('M-2', { prices: { single: 100_000 } });
  const ids = [first, second];
  const change: BulkChange = {
    kind: 'prices',
    licences: ['single'],
    roundTo: 1,
    by: { add: 5000 },
  };
  expect(await changeManyNow(tester, anna, { selection: { ids }, change })).toMatchObject({
    code: 'invalid',
    errors: { 'M-1': [/costs less/] },
  });
  expect((await list({ words: 'M-2' })).rows).toMatchObject([{ lowestCents: 100_000 }]);
  const { batch } = expectOk(
    await changeManyNow(tester, anna, { selection: { ids }, change: { kind: 'bin' } }),
  );
  expect(await codes({ words: 'M-' })).toEqual([]);
  expect(expectOk(await undoNow(tester, anna, batch))).toEqual({ restored: 2, notes: [] });
  expect((await codes({ words: 'M-' })).toSorted()).toEqual(['M-1', 'M-2']);
});

import fc from 'fast-check';
import { sql } from 'kysely';
import stemEnglish from 'wink-porter2-stemmer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { besideTransaction } from '../../../../test/support/one-connection.ts';
import { fullReport } from '../../../../test/support/report-samples.ts';
import { openTestApp, type TestApp } from '../../../../test/support/test-app.ts';
import {
  bareReport,
  openTestPublisher,
  type TestPublisher,
} from '../../../../test/support/test-publisher.ts';
import type { ReportQuery } from '../model.ts';

let testApp: TestApp;
let publisher: TestPublisher;
beforeAll(async () => {
  testApp = await openTestApp();
  publisher = await openTestPublisher();
});
afterAll(async () => {
  await testApp?.close();
  await publisher?.close();
});

const toQuery = (words: string): ReportQuery => ({ words, sort: 'match', page: 1 });
const search = async (words: string): Promise<void> => {
  const { catalogue, content } = testApp.app;
  await catalogue.search.find(toQuery(words));
  await catalogue.search.suggest(words);
  const settings = await testApp.app.store.getSettings();
  await content.siteSearch.find({ words, isTyping: true }, [], settings);
};
const findCodes = async (words: string, more: Partial<ReportQuery> = {}): Promise<string[]> => {
  const found = await publisher.catalogue.search.find({ ...toQuery(words), ...more });
  return found.items.map(({ code }) => code);
};

test('A-53 a search that takes too long in the database is cancelled', async () => {
  const { deps, app } = testApp;
  await deps.db.transaction().execute(async (tx) => {
    await sql`lock table find_report in access exclusive mode`.execute(tx);
    await besideTransaction(async () => {
      await expect(app.catalogue.search.find(toQuery('steel'))).rejects.toThrow(
        /statement timeout/,
      );
      await expect(app.catalogue.search.suggest('steel')).rejects.toThrow(/statement timeout/);
    });
  });
  expect((await app.catalogue.search.find(toQuery(''))).total).toBe(12);
});

test('A-44 words of nothing but signs, halves of characters and operators find or find nothing', async () => {
  const runs = ['-', '"', '- ', '-"', '-a', '-a ', ' or ', '(', '!', '&', '%', '\ud800', "'", '\\'];
  for (const sign of [...runs, ':*', '#1', '=a', 'a&', '1 2 ', 'É', '中', '٣', '👩‍🔬', 'ﬁ', 'İ'])
    await search(sign.repeat(200));
  const signs = Array.from('-"\' ()|&!:*<>\\%_./aé中1😀\0#=');
  const hostile = fc.constantFrom(
    ...signs,
    '\ud800',
    ' or ',
    ' -',
    '-"',
    'market',
    'price ',
    '2030',
  );
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: hostile, maxLength: 250, size: 'max' }), search),
    { numRuns: 60 },
  );
});

test('the stem of every word of titles and keywords is the one of PostgreSQL', async () => {
  const { rows } = await sql<{ word: string; stem: string }>`
    select word, (ts_lexize('english_stem', word))[1] as stem from find_word
    where word ~ '^[a-z]+$'`.execute(testApp.deps.db);
  const others = rows.filter(({ word, stem }) => stem && stem !== stemEnglish(word));
  expect(rows.length).toBeGreaterThan(100);
  expect(others).toEqual([]);
});

test('a report is found from its publication until it is withdrawn, and as it is then', async () => {
  const text = [{ kind: 'paragraph', runs: [{ text: 'What is drunk from cans.' }] }] as const;
  await publisher.write({ ...bareReport, description: text, state: 'draft' });
  expect(await findCodes('aluminium')).toEqual([]);
  await publisher.write({ code: 'AC-1', state: 'scheduled', publishedOn: '2026-11-23' });
  expect(await findCodes('aluminium')).toEqual([]);
  publisher.setNow('2026-11-24T10:00:00Z');
  await publisher.publishDue();
  expect(await findCodes('aluminum can')).toEqual(['AC-1']);
  await publisher.write({ code: 'AC-1', title: 'Beverage Tins', companies: ['Crown Holdings'] });
  expect(await findCodes('aluminium')).toEqual([]);
  expect(await findCodes('crown')).toEqual(['AC-1']);
  await publisher.write({ code: 'AC-1', state: 'withdrawn' });
  expect(await findCodes('tins')).toEqual([]);
  await publisher.write({ code: 'AC-1', state: 'published' });
  await publisher.deps.db
    .transaction()
    .execute((tx) => publisher.catalogue.writing.moveToBin(tx, ['AC-1']));
  expect(await findCodes('tins')).toEqual([]);
});

test('what was found inside is quoted, and nothing else of the report is given away', async () => {
  const companies = { title: 'Company profiles', children: [{ title: 'Siemens AG' }] };
  await publisher.write({
    ...bareReport,
    code: 'GT-1',
    title: 'Gas Turbines',
    contents: [companies],
    synonyms: ['jet power'],
  });
  const find = async (words: string) =>
    (await publisher.catalogue.search.find(toQuery(words))).items[0]?.reason;
  const without = { without: [] };
  expect(await find('siemens')).toEqual({
    place: 'inside',
    part: 'contents',
    text: '1.1 Siemens AG',
    ...without,
  });
  expect(await find('jet power')).toEqual({ place: 'keyword', text: 'jet power', ...without });
  expect(await find('gas turbine')).toEqual({ place: 'title', text: '', ...without });
  expect(await find('gt1')).toEqual({ place: 'code', text: 'GT-1', ...without });
});

test('while somebody types each report whose title lacks the words says why, and all are counted', async () => {
  const titles = Array.from({ length: 9 }, (_, index) => `Zirconium Part ${index} Market`);
  const named = titles.map((title, index) => ({ ...bareReport, code: `Z-${index}`, title }));
  const inside = {
    ...bareReport,
    code: 'Z-9',
    title: 'Dental Crowns',
    synonyms: ['zirconia teeth'],
  };
  await publisher.write(...named, inside);
  const find = (words: string) => publisher.catalogue.search.suggest(words);
  const { reports, totals } = await find('zirconium');
  expect(totals).toEqual({ industries: 0, reports: 9, isAtLeast: false });
  expect(reports.map(({ reason }) => reason)).toEqual(reports.map(() => null));
  const [crowns] = (await find('zirconia tee')).reports;
  expect(crowns).toMatchObject({
    title: 'Dental Crowns',
    reason: { place: 'keyword', text: 'zirconia teeth', without: [] },
  });
});

test('facets narrow a search, and each choice is counted with those of the others', async () => {
  const made = { delivery: { kind: 'made' as const }, data: fullReport.data };
  const make = (code: string, more: object) =>
    ({ ...bareReport, code, title: `Cobalt ${code}`, ...more }) as const;
  await publisher.write(
    make('C-1', { geography: ['Chile'], pages: 20, prices: { single: 100_000 }, ...made }),
    make('C-2', { geography: ['Chile', 'Peru'], pages: 120, industry: 'food' }),
    make('C-3', { publishedOn: '2024-02-01', pages: 120, prices: { single: 300_000 } }),
  );
  await publisher.catalogue.madePages.noteKnown({ 'C-1': 20 });
  const { facets } = await publisher.catalogue.search.find(toQuery('cobalt'));
  expect(facets).toMatchObject({
    total: 3,
    industries: [
      { value: 'metals', reports: 2 },
      { value: 'food', reports: 1 },
    ],
    geographies: [
      { value: 'Chile', reports: 2 },
      { value: 'Peru', reports: 1 },
    ],
    pageRanges: [
      { value: 0, reports: 1 },
      { value: 3, reports: 2 },
    ],
    formats: [
      { value: 'pdf', reports: 1 },
      { value: 'xlsx', reports: 1 },
    ],
  });
  expect(await findCodes('cobalt', { geographies: ['Peru'] })).toEqual(['C-2']);
  expect(await findCodes('cobalt', { years: [2024] })).toEqual(['C-3']);
  expect(await findCodes('cobalt', { minPriceCents: 200_000 })).toEqual(['C-3']);
  expect(await findCodes('cobalt', { formats: ['docx'] })).toEqual([]);
  expect(await findCodes('', { pageRanges: [0] })).toEqual(['C-1']);
  const narrowed = await publisher.catalogue.search.find({
    ...toQuery('cobalt'),
    industrySlug: 'metals',
    pageRanges: [3],
  });
  expect(narrowed.facets.total).toBe(1);
  expect(narrowed.facets.industries).toHaveLength(2);
  expect(narrowed.facets.pageRanges).toHaveLength(2);
});

test('a store that is older than the search is filled, a batch at a time, and again for a new form', async () => {
  const { app, deps } = testApp;
  await sql`delete from find_report where report_id % 2 = 0`.execute(deps.db);
  await sql`update find_report set version = 0, title = 'old'`.execute(deps.db);
  await app.jobs['catalogue.fillSearch']({});
  const { rows } = await sql<{ reports: number; old: number }>`
    select count(*) as reports, count(*) filter (where title = 'old') as old
    from find_report`.execute(deps.db);
  expect(rows).toEqual([{ reports: 12, old: 0 }]);
});

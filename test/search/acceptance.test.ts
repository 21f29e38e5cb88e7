import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Finder } from '#core/catalogue/search/finder.ts';
import { openDemoFinders, type AskedFinder, type DemoFinders } from './demo-finders.ts';
import { makeCasesByRule, type SearchCase } from './queries-by-rule.ts';

/**
 * Reads the words that buyers may type in the demo's store, and the reports of which one must come
 * first.
 */
const readCases = (file: string): SearchCase[] =>
  (JSON.parse(readFileSync(`test/search/${file}`, 'utf8')) as Omit<SearchCase, 'rule'>[]).map(
    (one) => ({ rule: 'by hand', ...one }),
  );

let demo: DemoFinders;
beforeAll(async () => {
  demo = await openDemoFinders();
});
afterAll(() => demo?.database.drop());

type Missed = { readonly query: string; readonly place: number };

/** The place of the first right report of each case; -1 if none is among the first. */
async function run(finder: AskedFinder, cases: readonly SearchCase[]): Promise<Missed[]> {
  const codes = new Map(demo.reports.map(({ id, code }) => [id, code]));
  const results: Missed[] = [];
  for (const { query, expected, isTyping } of cases) {
    const { ids } = isTyping
      ? await finder.suggest(query, 6)
      : await finder.find({ words: query, sort: 'match', page: 1 });
    const place = ids.findIndex((id) => expected.includes(codes.get(id) ?? ''));
    results.push({ query, place });
  }
  return results;
}

/** Fails with the queries that miss, if they are too many. */
function expectShares(results: readonly Missed[], shares: { first: number; five: number }): void {
  const notFirst = results.filter(({ place }) => place !== 0);
  const notInFive = results.filter(({ place }) => place < 0 || place > 4);
  const allowed = (share: number): number => Math.floor(results.length * (1 - share) + 1e-9);
  expect(notFirst.length, JSON.stringify(notFirst)).toBeLessThanOrEqual(allowed(shares.first));
  expect(notInFive.length, JSON.stringify(notInFive)).toBeLessThanOrEqual(allowed(shares.five));
}

test('a report of two industries is found and counted in both, and by the name of either', async () => {
  const shared = await demo.database.db
    .selectFrom('report')
    .innerJoin('industry', (join) =>
      join.on(sql<boolean>`industry.id = report.further_industry_ids[1]`),
    )
    .select(['report.id', 'report.title', 'industry.slug', 'industry.name'])
    .where('report.id', 'in', [10, 100, 200])
    .execute();
  expect(shared).toHaveLength(3);
  for (const { id, title, slug } of shared) {
    const wanted = { words: title, sort: 'match', page: 1, industrySlug: slug } as const;
    expect((await demo.finder.find(wanted)).ids[0]).toBe(id);
  }
  for (const words of ['', 'lithium', 'electric power']) {
    const { facets } = await demo.finder.find({ words, sort: 'match', page: 1 });
    expect(facets.industries.length).toBeGreaterThan(0);
    for (const { value, reports: count } of facets.industries) {
      const narrowed = { words, sort: 'match', page: 1, industrySlug: value } as const;
      expect([value, (await demo.finder.find(narrowed)).total]).toEqual([value, count]);
    }
  }
});

test('the list of a broad word that is kept is the same as one that is counted anew', async () => {
  const counted = demo.finder;
  const kept = new Finder(demo.database.db, 13);
  const lists = [
    { words: 'manufacturing', sort: 'match', page: 1 },
    { words: 'manufacturing', sort: 'match', page: 2 },
    { words: 'equipment prices', sort: 'cheapest', page: 1 },
    { words: 'metal', sort: 'match', page: 1, industrySlug: 'steel-and-fabricated-metal' },
    { words: 'metal', sort: 'newest', page: 1, formats: ['xlsx'], minPages: 10 },
    { words: 'equipment', sort: 'match', page: 1, maxPriceCents: 900_000, pageRanges: [0, 1] },
  ] as const;
  for (const wanted of lists) {
    const found = await kept.find(wanted);
    expect(found.total).toBeGreaterThan(1);
    expect(found).toEqual(await counted.find(wanted));
  }
});

test('what only the files say is a mention, and named without being quoted', async () => {
  const title = demo.reports.find(({ id }) => id === 40)?.title ?? '';
  const find = (words: string) => demo.finder.find({ words, sort: 'match', page: 1 });
  const found = await find('quoxite');
  expect(found).toMatchObject({ ids: [], total: 0, isNowhere: true, mentioned: [20] });
  expect(found.why.get(20)).toEqual({ place: 'inside', part: 'file', text: '', without: [] });
  const both = await find('frobnication');
  expect(both.mentioned.toSorted((a, b) => a - b)).toEqual([20, 30]);
  expect((await find('4711')).mentioned).not.toContain(20);
  expect((await find(title)).ids).toEqual([40]);
});

describe('the search', () => {
  // The second has other names, other languages, adjectives of countries, signs and beginnings. The
  // third and the fourth were written before the search was asked any of them: it then put 47 of 60
  // and 54 of 60 first. The fifth and the sixth, in the words of laypeople and with companies, were
  // written in the same way: 71 of 100 and 87 of 100 came first. The seventh and the eighth, of 23
  // classes of words, were 86 and 83 of 100. The ninth and the tenth, as buyers type, were
  // 93 of 100 and, after the ninth was mended, 97 of 100. What reports no more than
  // mention is not found since, which costs some of these: of all, 98 of 100 are among the first five.
  test.each([
    ['by-hand.json', 0.95, 0.99],
    ['other-words-by-hand.json', 0.95, 0.99],
    ['third-by-hand.json', 0.95, 0.98],
    ['fourth-by-hand.json', 0.9, 0.99],
    ['fifth-by-hand.json', 0.95, 0.98],
    ['sixth-by-hand.json', 0.93, 0.97],
    ['seventh-by-hand.json', 0.9, 0.95],
    ['eighth-by-hand.json', 0.84, 0.94],
    ['ninth-by-hand.json', 0.95, 0.99],
    ['tenth-by-hand.json', 0.97, 0.99],
  ])(
    'puts the right report first for what buyers type, and among five nearly always: %s',
    async (file, first, five) => {
      const cases = readCases(file);
      expect(cases.length).toBeGreaterThanOrEqual(60);
      expectShares(await run(demo.finder, cases), { first, five });
    },
  );

  test('takes a word of another language for what titles call it, and says so', async () => {
    const { ids, understood } = await demo.finder.find({
      ...({ words: 'Preis Kupfer 2030', sort: 'match', page: 1 } as const),
    });
    expect(demo.reports.find(({ id }) => id === ids[0])?.code).toBe('QM-BPM-1001');
    expect(understood.parts).toContainEqual({
      typed: 'Kupfer',
      kind: 'translated',
      as: ['copper'],
    });
    const exact = { words: 'Kupfer', sort: 'match', page: 1, isExact: true } as const;
    expect((await demo.finder.find(exact)).ids).toEqual([]);
  });
});

describe('any title', () => {
  test('finds every report however its title is turned, misspelt or cut off', async () => {
    const cases = makeCasesByRule(demo.reports, 20);
    expect(cases.length).toBeGreaterThanOrEqual(290);
    expectShares(await run(demo.finder, cases), { first: 0.97, five: 0.985 });
  });

  test('finds nothing for words that are nowhere, and says which were left out', async () => {
    const { finder } = demo;
    const nowhere = await finder.find({ words: 'zzzzqqq', sort: 'match', page: 1 });
    expect(nowhere).toMatchObject({ ids: [], total: 0, isNowhere: true });
    const found = await finder.find({ words: 'lithium zzzzqqq', sort: 'match', page: 1 });
    expect(found.understood.parts).toContainEqual({ typed: 'zzzzqqq', kind: 'dropped', as: [] });
    const exact = { words: 'semicondctors', sort: 'match', page: 1, isExact: true } as const;
    expect((await finder.find(exact)).ids).toEqual([]);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bareReport,
  openTestPublisher,
  type TestPublisher,
} from '../../../../test/support/test-publisher.ts';
import type { FacetChoice } from '../search/facets.model.ts';
import { reportsPerPage, type SortOption } from '../model.ts';

let publisher: TestPublisher;
beforeAll(async () => {
  publisher = await openTestPublisher();
});
afterAll(() => publisher?.close());

/** Compares the days' counts with the reports themselves; days without reports are left out. */
async function compareCounts(): Promise<{ counted: object[]; real: object[] }> {
  const { db } = publisher.database;
  const { rows: counted } = await sql<object>`
    select industry_id, published_on, sum(reports)::int as reports,
      sum(main_reports)::int as main_reports
    from list_day group by 1, 2 having sum(reports) <> 0 order by 1, 2`.execute(db);
  const { rows: real } = await sql<object>`
    select list.industry_id, published_on, count(*)::int as reports,
      count(*) filter (where is_main)::int as main_reports
    from report cross join lateral (select industry_id, true as is_main union all select 0, true
      union all select unnest(further_industry_ids), false) list
    where state = 'published' group by 1, 2 order by 1, 2`.execute(db);
  return { counted, real };
}

const makeReport = (number: number) => ({
  ...bareReport,
  code: `L-${number}`,
  title: `List ${number}`,
  industry: number % 3 === 0 ? 'food' : 'metals',
  furtherIndustries: number % 4 === 0 && number % 3 !== 0 ? ['food'] : [],
  publishedOn: `202${number % 5}-0${1 + (number % 4)}-1${number % 2}`,
  prices: number % 7 === 0 ? {} : { single: 100_000 + (number % 3) * 50_000 },
  geography: number % 5 === 0 ? ['Chile', 'Peru'] : [],
  ...(number % 6 === 0 ? {} : { pages: number * 9 }),
});

test('the days follow what is written, moved, withdrawn, published by its day and put into the bin', async () => {
  const { write, catalogue, deps } = publisher;
  await write(...Array.from({ length: 40 }, (_, index) => makeReport(index)));
  await write({ code: 'L-1', publishedOn: '2026-05-05' }, { code: 'L-2', industry: 'food' });
  await write({ code: 'L-8', pages: 300 }, { code: 'L-9', geography: ['Peru'] });
  await write({ code: 'L-3', state: 'withdrawn' }, { code: 'L-4', state: 'draft' });
  await write({ ...makeReport(50), state: 'scheduled', publishedOn: '2026-11-23' });
  publisher.setNow('2026-11-24T10:00:00Z');
  await publisher.publishDue();
  await deps.db.transaction().execute((tx) => catalogue.writing.moveToBin(tx, ['L-5', 'L-6']));
  const { counted, real } = await compareCounts();
  expect(counted).toEqual(real);
  expect(counted.length).toBeGreaterThan(8);
  await catalogue.jobs['catalogue.mergeListDays']();
  expect((await compareCounts()).counted).toEqual(real);
  const days = await deps.db.selectFrom('listDay').select('reports').execute();
  expect(days).toHaveLength(real.length);
});

test('every page of every list has its reports, newest first, and none behind the last', async () => {
  const { catalogue, deps } = publisher;
  for (const industry of [undefined, 'metals', 'food', 'nowhere']) {
    const rows = await deps.db
      .selectFrom('report')
      .where('state', '=', 'published')
      .$if(industry !== undefined, (query) =>
        query.where(
          sql<boolean>`(select id from industry where slug = ${industry})
            = any(industry_id || further_industry_ids)`,
        ),
      )
      .select('report.code')
      .orderBy('publishedOn', 'desc')
      .orderBy('report.id', 'desc')
      .execute();
    const codes = rows.map(({ code }) => code);
    for (let page = 1; page <= Math.ceil(codes.length / reportsPerPage) + 1; page++) {
      const list = await catalogue.reports.list(page, industry);
      const start = (page - 1) * reportsPerPage;
      expect(list.total).toBe(codes.length);
      expect(list.items.map(({ code }) => code)).toEqual(
        codes.slice(start, start + reportsPerPage),
      );
    }
  }
});

/** All codes of a list without words, page by page. */
async function listCodes(choice: FacetChoice, sort: SortOption): Promise<string[]> {
  const codes: string[] = [];
  for (let page = 1; ; page++) {
    const query = { words: '', sort, page, ...choice };
    const { items, pageCount, total } = await publisher.catalogue.search.find(query);
    codes.push(...items.map(({ code }) => code));
    if (page < pageCount) continue;
    expect(codes).toHaveLength(total);
    return codes;
  }
}

const filters: readonly (FacetChoice & { readonly real: string })[] = [
  { real: 'true' },
  { industrySlug: 'food', real: `i.slug = 'food' or f.further_industry_ids @> array[food.id]` },
  { industrySlug: 'nowhere', real: 'false' },
  { years: [2021, 2023], real: 'extract(year from f.published_on) in (2021, 2023)' },
  { years: [0, 9999], real: 'false' },
  { minPriceCents: 150_000, real: 'f.lowest_cents >= 150000' },
  { maxPriceCents: 100_000, real: 'f.lowest_cents <= 100000' },
  { pageRanges: [0, 2], real: 'f.pages < 25 or f.pages between 50 and 99' },
  { pageRanges: [4], minPages: 210, real: 'f.pages >= 210' },
  { pageRanges: [7], real: 'false' },
  { geographies: ['Peru'], real: `'Peru' = any(f.geography)` },
  {
    industrySlug: 'food',
    geographies: ['Chile'],
    years: [2020],
    real: `(i.slug = 'food' or f.further_industry_ids @> array[food.id])
      and 'Chile' = any(f.geography) and extract(year from f.published_on) = 2020`,
  },
  { geographies: ['Nowhere'], real: 'false' },
];

const orders = [
  ['newest', 'f.published_on desc, f.report_id desc'],
  ['cheapest', 'f.lowest_cents, f.published_on desc, f.report_id desc'],
  ['dearest', 'f.lowest_cents desc nulls last, f.published_on desc, f.report_id desc'],
  ['longest', 'f.pages desc nulls last, f.published_on desc, f.report_id desc'],
  ['title', 'f.title, f.report_id'],
] as const satisfies readonly (readonly [SortOption, string])[];

test('a list without words has what passes its filters, in its order, as it was written last', async () => {
  const { db } = publisher.database;
  for (const { real, ...choice } of filters)
    for (const [sort, order] of orders) {
      const { rows } = await sql<{ code: string }>`
        select r.code from find_report f join report r on r.id = f.report_id
        join industry i on i.id = f.industry_id join industry food on food.slug = 'food'
        where ${sql.raw(real)} order by ${sql.raw(order)}`.execute(db);
      const codes = await listCodes(choice, sort);
      expect({ real, sort, codes }).toEqual({ real, sort, codes: rows.map(({ code }) => code) });
    }
});

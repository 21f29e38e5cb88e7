import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bareReport,
  openTestPublisher,
  type TestPublisher,
} from '../../../test/support/test-publisher.ts';
import { reportsPerPage } from './model.ts';

let publisher: TestPublisher;
beforeAll(async () => {
  publisher = await openTestPublisher();
});
afterAll(() => publisher?.close());

/** What the days say, and what the reports themselves say; days without reports are left out. */
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
  publishedOn: `2026-0${1 + (number % 4)}-1${number % 2}`,
});

test('the days follow what is written, moved, withdrawn, published by its day and put into the bin', async () => {
  const { write, catalogue, deps } = publisher;
  await write(...Array.from({ length: 40 }, (_, index) => makeReport(index)));
  await write({ code: 'L-1', publishedOn: '2026-05-05' }, { code: 'L-2', industry: 'food' });
  await write({ code: 'L-3', state: 'withdrawn' }, { code: 'L-4', state: 'draft' });
  await write({ ...makeReport(50), state: 'scheduled', publishedOn: '2026-11-23' });
  publisher.setNow('2026-11-24T10:00:00Z');
  await catalogue.jobs['catalogue.publishScheduled']();
  await deps.db.transaction().execute((tx) => catalogue.moveReportsToBin(tx, ['L-5', 'L-6']));
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
      const list = await catalogue.listReports(page, industry);
      const start = (page - 1) * reportsPerPage;
      expect(list.total).toBe(codes.length);
      expect(list.items.map(({ code }) => code)).toEqual(
        codes.slice(start, start + reportsPerPage),
      );
    }
  }
});

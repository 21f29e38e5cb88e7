/** The demo's reports, and the search over them. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { Finder } from '#core/catalogue/search/finder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

export type AskedFinder = Pick<Finder, 'find' | 'suggest'>;

export type DemoFinders = {
  readonly database: TestDatabase;
  readonly reports: readonly { id: number; code: string; title: string }[];
  readonly finder: AskedFinder;
};

export async function openDemoFinders(): Promise<DemoFinders> {
  const database = await createTestDatabase('demo');
  const { db } = database;
  await shareReports(db);
  for (const [id, text] of fileTexts) await addFileText(db, id, text);
  const reports = await db
    .selectFrom('report')
    .select(['id', 'code', 'title'])
    .orderBy('code')
    .execute();
  return { database, reports, finder: new Finder(db) };
}

/** The text of the files that two reports are sold as; the page of the first has none of it. */
const fileTexts: ReadonlyMap<number, string> = new Map([
  [20, 'Frobnication of quoxite in 2026: 4711 tonnes.'],
  [30, 'Nothing but frobnication.'],
]);

async function addFileText(db: TestDatabase['db'], reportId: number, text: string) {
  await sql`
    with newest as (select id from edition where report_id = ${reportId} order by number desc limit 1),
    file as (insert into edition_file (edition_id, purpose, kind, title, file_name, licences, size_bytes,
        sha256, body_key, body_bytes, master_key, attached_at)
      select id, 'goods', 'pdf', 'Report', 'report.pdf', '{}', 1, '', 'body', 1, 'master', now() from newest
      returning id)
    insert into edition_file_text select id, ${text} from file`.execute(db);
  await db.transaction().execute((tx) => new Finder(db).put(tx, [reportId]));
}

/** Every tenth report is in a second industry, too. */
async function shareReports(db: TestDatabase['db']): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update report set further_industry_ids = array(select id from industry
      where id <> report.industry_id order by id offset report.id % 5 limit 1)
    where id % 10 = 0 returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(30);
  await db.transaction().execute((tx) => new Finder(db).put(tx, ids));
}

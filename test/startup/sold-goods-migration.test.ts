import { cpSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '#adapters/database/migrate.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
const folder = createTemporaryFolder('migrations');
beforeAll(async () => {
  database = await createTestDatabase('unmigrated');
  cpSync('db/migrations', folder.path, { recursive: true });
  for (const name of readdirSync(folder.path))
    if (name >= '0130') rmSync(path.join(folder.path, name));
  await migrateDatabase(database, folder.path);
});
afterAll(async () => {
  await database?.drop();
  folder.remove();
});

const series = { figures: { series: [{ id: 'a' }], rankings: [] } };
const nothing = { figures: { series: [], rankings: [] } };
type OldReport = {
  readonly data?: object | null;
  readonly files?: readonly string[];
  /** False for a draft that was never published. */
  readonly hasEdition?: boolean;
  readonly isOnRequest?: boolean;
};

/** Reports as they were stored before, each with a price for one and for all readers. */
const reports: Readonly<Record<string, OldReport>> = {
  numbers: { data: series },
  'a text alone': { data: null },
  'an empty object': { data: {} },
  'no series and no ranking': { data: nothing },
  'a file for one reader': { data: null, files: ['single-user'] },
  'a text on request': { data: null, isOnRequest: true },
  'a draft without numbers': { data: null, hasEdition: false },
};

async function addReport(code: string, given: OldReport): Promise<void> {
  const { data = null, files = [], hasEdition = true, isOnRequest = false } = given;
  const price = isOnRequest ? null : 100_000;
  await database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into report (slug, code, industry_id, further_industry_ids, title, short_description,
        published_on, updated_at, state, released_at, version_number, pages, single_cents,
        corporate_cents, prices_on_request, cover)
      values (${code.replaceAll(' ', '-')}, ${code}, (select min(id) from industry), '{}', ${code}, '',
        '2026-01-02', now(), ${hasEdition ? 'published' : 'draft'}, ${hasEdition ? new Date() : null},
        1, 10, ${price}, ${price}, ${isOnRequest ? ['single', 'corporate'] : []},
        '{"key": "", "series": [], "rankings": []}')
      returning id`.execute(tx);
    const id = rows[0]?.id;
    await sql`insert into report_version (report_id, number, parts, data, made_at, made_by)
      values (${id}, 1, ${JSON.stringify({ title: code })}, ${data && JSON.stringify(data)}, now(), 'test')`.execute(
      tx,
    );
    if (!hasEdition) return;
    const edition = await sql<{ id: number }>`
      insert into edition (report_id, number, published_on, version_number)
      values (${id}, 1, '2026-01-02', 1) returning id`.execute(tx);
    if (files.length > 0)
      await sql`insert into edition_file (edition_id, purpose, kind, licences, title, file_name,
          body_key, master_key, body_bytes, size_bytes, sha256, attached_at)
        values (${edition.rows[0]?.id}, 'goods', 'pdf', ${files}, 'Report', 'report.pdf', 'goods/a',
          'goods/a.master', 1, 1, ${'a'.repeat(64)}, now())`.execute(tx);
  });
}

/** Of a price in cents; null of one on request. */
const amount = (name: string) =>
  sql`case jsonb_typeof(prices -> ${name}) when 'number' then (prices ->> ${name})::int end`;

test('what was sold before deliveries were decided is what there was: rows without data sell nothing', async () => {
  await sql`insert into industry (slug, name, description, meta_title, meta_description, pictogram)
    values ('food', 'Food', '', '', '', '')`.execute(database.db);
  for (const [code, given] of Object.entries(reports)) await addReport(code, given);
  await migrateDatabase(database, 'db/migrations');
  const { rows } = await sql<{
    code: string;
    delivery: string;
    single: number | null;
    corporate: number | null;
    withheld: string[];
  }>`select code, delivery, ${amount('single')} as single, ${amount('corporate')} as corporate,
    withheld_prices as withheld from report order by id`.execute(database.db);
  const none = { delivery: 'none', single: null, corporate: null };
  const withheld = ['single', 'corporate'];
  expect(Object.fromEntries(rows.map(({ code, ...row }) => [code, row]))).toEqual({
    numbers: { delivery: 'made', single: 100_000, corporate: 100_000, withheld: [] },
    'a text alone': { ...none, withheld },
    'an empty object': { ...none, withheld },
    'no series and no ranking': { ...none, withheld },
    'a file for one reader': {
      delivery: 'files',
      single: 100_000,
      corporate: null,
      withheld: ['corporate'],
    },
    'a text on request': { ...none, withheld: [] },
    // It sells nothing before somebody publishes it, which decides anew.
    'a draft without numbers': {
      delivery: 'none',
      single: 100_000,
      corporate: 100_000,
      withheld: [],
    },
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/support/test-database.ts';
import { sql } from 'kysely';
import { searchReports } from './search-reports.ts';
import { suggest } from './search-suggestions.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase('small');
});
afterAll(() => database?.drop());

const query = { words: 'market', sort: 'newest', page: 1 } as const;

test('A-53 a search that takes too long in the database is cancelled', async () => {
  const { db } = database;
  await db.transaction().execute(async (tx) => {
    await sql`lock table report_search, industry in access exclusive mode`.execute(tx);
    await expect(searchReports(db, query)).rejects.toThrow(/statement timeout/);
    await expect(suggest(db, 'market')).rejects.toThrow(/statement timeout/);
  });
  expect((await searchReports(db, query)).total).toBeGreaterThan(0);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { hasWords } from './word-search.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

test.each([
  ['Rösterei', 'rosterei', true],
  ['Rosterei', 'RÖSTEREI', true],
  ['Jürgen Müller', 'muller', true],
  ['Łódź Straße', 'lodz stras', true],
  ['100 % wool', '100 %', true],
  ['100 per cent wool', '100 %', false],
  ['snake_case', 'e_c', true],
  ['snake case', 'e_c', false],
  ['Café Öl', 'ol', true],
  ['Petrol', 'ol', false],
])('of %j staff who type %j find it: %s', async (text, words, isFound) => {
  const { rows } = await sql<{
    found: boolean;
  }>`select ${hasWords(sql`folded(${text})`, words)} as found`.execute(database.db);
  expect(rows).toEqual([{ found: isFound }]);
});

test.each([
  ['report', sql`folded_title`],
  ['customer', sql`search_text`],
  ['lead', sql`search_text`],
  ['purchase', sql`search_numbers`],
  ['purchase', sql`search_text`],
])('an index of %s answers it, however many rows there are', async (table, text) => {
  const plan = await database.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from ${sql.table(table)} where ${hasWords(text, 'muller')}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toMatch(/Bitmap Index Scan on \w+_(?:search|trgm)_idx/);
});

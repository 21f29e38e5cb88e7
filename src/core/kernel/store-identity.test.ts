import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/support/test-database.ts';
import { getStoreId } from './store-identity.store.ts';

const databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
afterAll(async () => {
  for (const database of databases) await database.drop();
});

test('each store has a random id of its own, which stays', async () => {
  const ids = await Promise.all(databases.map(({ db }) => getStoreId(db)));
  expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(ids[0]).not.toBe(ids[1]);
  expect(await getStoreId(databases[0].db)).toBe(ids[0]);
});

import type { Database, Tx } from '../given-deps.ts';

/**
 * The store's id: 32 random hexadecimal digits, made with its database and never changed. A backup
 * that is restored has the same one, another store has another one.
 */
export async function getStoreId(db: Database | Tx): Promise<string> {
  const { storeId } = await db
    .selectFrom('storeIdentity')
    .select('storeId')
    .executeTakeFirstOrThrow();
  return storeId;
}

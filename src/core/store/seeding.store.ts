/** Entries that were written into a new store once. */
import type { Database } from '../deps.ts';

export async function isSeeded(db: Database, part: string): Promise<boolean> {
  const row = await db
    .selectFrom('seeding')
    .select('part')
    .where('part', '=', part)
    .executeTakeFirst();
  return row !== undefined;
}

export async function noteSeeded(db: Database, part: string): Promise<void> {
  await db
    .insertInto('seeding')
    .values({ part })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

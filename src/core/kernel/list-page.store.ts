import type { SelectQueryBuilder } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { DB } from './database-types.ts';
import { maxListTotal } from './list-page.ts';

/** How many rows a list has, counted to one more than `maxListTotal` at most. */
export async function countListed<Table extends keyof DB>(
  db: Database | Tx,
  matching: SelectQueryBuilder<DB, Table, { id: unknown }>,
): Promise<number> {
  const { count } = await db
    .selectFrom(matching.limit(maxListTotal + 1).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

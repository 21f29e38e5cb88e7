import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Database, Tx } from '../given-deps.ts';
import type { DB } from './database-types.ts';
import { maxListTotal, type ListStart } from './list-page.ts';

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

/** From where a list is read on, and how many rows. */
export type ListSpan = { readonly start: ListStart | undefined; readonly limit: number };

/** The rows of a list that is sorted by id alone: the newest first; before a row, the nearest first. */
export const takeByNewestId =
  ({ start, limit }: ListSpan) =>
  <Table extends keyof DB, Row>(query: SelectQueryBuilder<DB, Table, Row>) =>
    (start
      ? query.where(sql<SqlBool>`id ${start.isBackward ? sql`>` : sql`<`} ${start.id}`)
      : query
    )
      .orderBy(sql`id`, start?.isBackward ? 'asc' : 'desc')
      .limit(limit);

import { sql } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import { containsPattern } from '../../kernel/like-pattern.ts';
import { toRedirectKey, type PathPair } from './redirect.model.ts';

type DatabaseOrTx = Database | Tx;

export type RedirectRow = PathPair & {
  readonly id: number;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly hits: number;
  readonly lastHitAt: Date | null;
  readonly revision: number;
};

const selectRedirects = (db: DatabaseOrTx) =>
  db
    .selectFrom('redirect')
    .select(['id', 'fromPath as from', 'toPath as to'])
    .select(['createdAt', 'createdBy', 'hits', 'lastHitAt', 'revision']);

/** Any constant will do; no other lock of ours has this one. */
const redirectsLock = 7_250_053;

/** In `tx`: nobody else changes redirects until it ends. */
export async function lockRedirects(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${redirectsLock})`.execute(tx);
}

export type RedirectFilter = {
  /** A part of either address. */
  readonly text?: string | undefined;
  readonly isUnused?: boolean | undefined;
};

export type RedirectOrder = 'newest' | 'hits';

type RedirectPage = RedirectFilter & {
  readonly order: RedirectOrder;
  readonly offset: number;
  readonly limit: number;
};

const filterRedirects = (db: DatabaseOrTx, { text, isUnused }: RedirectFilter) =>
  selectRedirects(db)
    .$if(text !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('fromPath', 'ilike', containsPattern(text ?? '')),
          eb('toPath', 'ilike', containsPattern(text ?? '')),
        ]),
      ),
    )
    .$if(isUnused === true, (query) => query.where('hits', '=', 0));

export const listRedirects = (db: Database, page: RedirectPage): Promise<RedirectRow[]> =>
  filterRedirects(db, page)
    .$if(page.order === 'hits', (query) => query.orderBy('hits', 'desc'))
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();

export async function countRedirects(
  db: DatabaseOrTx,
  filter: RedirectFilter = {},
): Promise<number> {
  const { count } = await db
    .selectFrom(filterRedirects(db, filter).as('filtered'))
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const findRedirect = (db: DatabaseOrTx, id: number): Promise<RedirectRow | undefined> =>
  selectRedirects(db).where('id', '=', id).executeTakeFirst();

/** Those that begin at one of these addresses. */
export const findRedirectsFrom = (
  db: DatabaseOrTx,
  froms: readonly string[],
): Promise<RedirectRow[]> =>
  froms.length === 0
    ? Promise.resolve([])
    : selectRedirects(db)
        .where(sql<string>`lower(from_path)`, 'in', froms.map(toRedirectKey))
        .execute();

/** All in the order of their addresses, for the file of the store and for the server. */
export const listAllRedirects = (db: DatabaseOrTx): Promise<PathPair[]> =>
  db
    .selectFrom('redirect')
    .select(['fromPath as from', 'toPath as to'])
    .orderBy(sql`from_path collate "C"`)
    .execute();

type CreatedBy = { readonly createdAt: Date; readonly createdBy: string };

/** One that begins there already leads to the new target, and keeps its hits. */
export async function putRedirects(
  tx: Tx,
  pairs: readonly PathPair[],
  by: CreatedBy,
): Promise<void> {
  for (let start = 0; start < pairs.length; start += 500)
    await tx
      .insertInto('redirect')
      .values(
        pairs
          .slice(start, start + 500)
          .map(({ from, to }) => ({ fromPath: from, toPath: to, ...by })),
      )
      .onConflict((conflict) =>
        conflict
          .expression(sql`lower(from_path)`)
          .doUpdateSet((eb) => ({ toPath: eb.ref('excluded.toPath') })),
      )
      .execute();
}

export async function deleteRedirectsFrom(tx: Tx, froms: readonly string[]): Promise<void> {
  if (froms.length === 0) return;
  await tx
    .deleteFrom('redirect')
    .where(sql<string>`lower(from_path)`, 'in', froms.map(toRedirectKey))
    .execute();
}

/** There are exactly these; those that were there keep their hits. */
export async function replaceRedirects(
  tx: Tx,
  pairs: readonly PathPair[],
  by: CreatedBy,
): Promise<void> {
  await lockRedirects(tx);
  const kept = new Set(pairs.map(({ from }) => toRedirectKey(from)));
  const all = await listAllRedirects(tx);
  const gone = all.filter(({ from }) => !kept.has(toRedirectKey(from)));
  await deleteRedirectsFrom(
    tx,
    gone.map(({ from }) => from),
  );
  await putRedirects(tx, pairs, by);
}

export type RedirectHits = {
  readonly from: string;
  readonly hits: number;
  readonly lastHitAt: Date;
};

/** One statement for each: there are as many as redirects that somebody followed just now. */
export async function addHits(db: Database, counted: readonly RedirectHits[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { from, hits, lastHitAt } of counted)
      await tx
        .updateTable('redirect')
        .set((eb) => ({
          hits: eb('hits', '+', hits),
          lastHitAt: sql<Date>`greatest(last_hit_at, ${lastHitAt})`,
        }))
        .where(sql<string>`lower(from_path)`, '=', toRedirectKey(from))
        .execute();
  });
}

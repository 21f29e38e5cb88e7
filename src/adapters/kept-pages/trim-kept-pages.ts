import { sql } from 'kysely';
import type { Database, Tx } from '#core/deps.ts';
import { raiseFloor } from './floor.ts';

export type TrimOptions = {
  /** The build whose pages are kept longest; undefined for a program that keeps none. */
  readonly build: string | undefined;
  /** Of all pages together. */
  readonly maxBytes: number;
};

/** A row beside its body: headers, tags, indexes. Measured, rounded up. */
const rowBytes = 2048;
/** Pages that are removed in one statement. */
const stepSize = 200;

/**
 * Pages that were dropped, or are older than a day, have no body any more and wait to be made again;
 * pages that nobody asked for are gone (of this build after 30 days, of others after one), and so
 * are the least recently asked for beyond `maxBytes`. What is no longer needed to judge pages is
 * forgotten. Two at once follow one another.
 */
export async function trimKeptPages(db: Database, options: TrimOptions): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await raiseFloor(tx))) await sql`delete from kept_page`.execute(tx);
    await emptyDropped(tx);
  });
  await sql`delete from kept_page where asked_at < now() - case
    when build = ${options.build ?? ''} then interval '30 days' else interval '1 day' end`.execute(
    db,
  );
  while (await removeBeyond(db, options.maxBytes));
}

/**
 * One statement, so that one snapshot decides: what is forgotten has been visible to it, and each
 * page that it concerns has lost its body. A writer that is still open is in neither half.
 */
async function emptyDropped(tx: Tx): Promise<void> {
  // A transaction beyond the newest is of another cluster.
  await sql`with forgotten as (delete from dropped_tag
      where xid < (select floor from kept_page_floor)
        or xid >= pg_snapshot_xmax(pg_current_snapshot()))
    update kept_page set body = null, status = null, etag = null, headers = null, tags = null,
        snapshot = null, claimed_at = null
      where body is not null and (made_at < now() - interval '1 day' or (build, key) in (
        select page.build, page.key
          from kept_page page cross join unnest(page.tags) as tag
          join dropped_tag dropped using (tag)
          where dropped.xid >= pg_snapshot_xmin(page.snapshot)
            and not pg_visible_in_snapshot(dropped.xid, page.snapshot)))`.execute(tx);
}

/** True if it has removed some, so that there may be more. */
async function removeBeyond(db: Database, maxBytes: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from kept_page
    where (build, key) in (select build, key
      from (select build, key, sum(coalesce(octet_length(body), 0) + ${rowBytes}::int)
        over (order by asked_at desc, made_at desc nulls last, build, key) as total
        from kept_page) as counted
      where total > ${maxBytes}::bigint order by total desc limit ${stepSize})`.execute(db);
  return numAffectedRows > 0n;
}

import { sql } from 'kysely';
import type { Database } from '#core/deps.ts';
import { prepared } from '#core/kernel/prepared.store.ts';
import { thisCluster } from './floor.ts';

/** A finished page as it is kept beyond the process. */
export type KeptPage = {
  readonly key: string;
  readonly status: number;
  readonly etag: string;
  /** Names and values, one after the other. */
  readonly headers: string[];
  /** A write that names one of them drops the page. */
  readonly tags: readonly string[];
  /** Of the body before it was compressed, in bytes. */
  readonly plainBytes: number;
  /** Compressed with brotli. */
  readonly body: Buffer;
};

export type FoundPage = {
  /** undefined if none is kept, or what was kept has been dropped. */
  readonly page: KeptPage | undefined;
  /** What the database showed then: a page that is rendered from now on is stored with it. */
  readonly snapshot: string;
};

type PageRow = { [Name in keyof Omit<KeptPage, 'key'>]: KeptPage[Name] | null } & {
  readonly snapshot: string;
  readonly isFirstOfDay: boolean | null;
};

/**
 * Finished pages of one build in PostgreSQL, shared by all its processes. Whether a page still
 * counts is decided when it is read, without a lock: no transaction that dropped one of its tags
 * (`dropped_tag`, written by `invalidate`) has committed since the snapshot that was taken before
 * the page was rendered. So a page may be stored after such a transaction, or while one is open.
 */
export class KeptPages {
  readonly #db: Database;
  readonly #build: string;

  /** `build` names all that decides what pages look like beside the database. */
  constructor(db: Database, build: string) {
    this.#db = db;
    this.#build = build;
  }

  /** The page under `key`, in one statement; who asked is noted once a day. */
  async find(key: string): Promise<FoundPage> {
    const { rows } = await sql<PageRow>`${prepared}
      select pg_current_snapshot()::text as snapshot, page.status, page.etag, page.headers,
          page.tags, page.plain_bytes, page.body,
          page.asked_at < now() - interval '1 day' as is_first_of_day
        from (values (1)) as always (one)
        left join (
          select kept.* from kept_page kept
            where kept.build = ${this.#build} and kept.key = ${key} and kept.body is not null
              and exists (select from kept_page_floor where cluster = ${thisCluster})
              and not exists (select from dropped_tag dropped
                where dropped.tag = any (kept.tags)
                  and dropped.xid >= pg_snapshot_xmin(kept.snapshot)
                  and not pg_visible_in_snapshot(dropped.xid, kept.snapshot))
        ) as page on true`.execute(this.#db);
    const [row] = rows;
    if (!row) throw new Error('one row was asked for');
    if (row.isFirstOfDay) await this.noteAsked([key]);
    return { page: toPage(key, row), snapshot: row.snapshot };
  }

  /**
   * The page is kept afterwards, unless a later one is, or the snapshot is so old that what was
   * dropped since is no longer known. `isAsked`: somebody has asked for it now.
   */
  async store(page: KeptPage, snapshot: string, { isAsked }: { isAsked: boolean }): Promise<void> {
    const { key, status, etag, headers, tags, plainBytes, body } = page;
    // The lock keeps the trimming away until this has committed.
    await sql`${prepared}
      insert into kept_page (build, key, status, etag, headers, tags, plain_bytes, body, snapshot,
          made_at)
        select ${this.#build}, ${key}, ${status}::int, ${etag}, ${headers}::text[], ${tags}::text[],
            ${plainBytes}::int, ${body}::bytea, ${snapshot}::pg_snapshot, now()
          from (select from kept_page_floor
            where cluster = ${thisCluster} and floor <= pg_snapshot_xmin(${snapshot}::pg_snapshot)
            for share) as whole
        on conflict (build, key) do update set status = excluded.status, etag = excluded.etag,
            headers = excluded.headers, tags = excluded.tags, plain_bytes = excluded.plain_bytes,
            body = excluded.body, snapshot = excluded.snapshot, made_at = excluded.made_at,
            asked_at = case when ${isAsked} then now() else kept_page.asked_at end,
            claimed_at = null
          where kept_page.body is null
            or pg_snapshot_xmax(kept_page.snapshot) <= pg_snapshot_xmax(excluded.snapshot)
      `.execute(this.#db);
  }

  /** These pages, those of them that are kept, count as asked for today. */
  async noteAsked(keys: readonly string[]): Promise<void> {
    await sql`update kept_page set asked_at = now()
      where build = ${this.#build} and key in (
        select key from kept_page where build = ${this.#build} and key = any (${keys}::text[])
          and asked_at < now() - interval '1 day' for update skip locked)`.execute(this.#db);
  }

  /** Pages that another build had are to be made for this one, too; the latest asked for first. */
  async takeOver(): Promise<void> {
    await sql`insert into kept_page (build, key, asked_at)
      select ${this.#build}, key, max(asked_at) from kept_page where build <> ${this.#build}
        group by key order by max(asked_at) desc limit ${maxTakenOver}
      on conflict do nothing`.execute(this.#db);
  }

  /**
   * The key of a page that is to be made again: of those that were dropped the one that was asked
   * for last. No other process has it for a minute. undefined if there is none.
   */
  async claim(): Promise<string | undefined> {
    const { rows } = await sql<{ key: string }>`${prepared}
      update kept_page set claimed_at = now()
        where build = ${this.#build} and key = (select key from kept_page
          where build = ${this.#build} and body is null
            and (claimed_at is null or claimed_at < now() - interval '1 minute')
          order by asked_at desc limit 1 for update skip locked)
        returning key`.execute(this.#db);
    return rows[0]?.key;
  }

  /** A page that was dropped is not made again by itself. */
  async forget(key: string): Promise<void> {
    await sql`delete from kept_page where build = ${this.#build} and key = ${key} and body is null
      `.execute(this.#db);
  }
}

/** The keys of a former build that a new one begins with, at most. */
const maxTakenOver = 20_000;

function toPage(key: string, row: PageRow): KeptPage | undefined {
  const { status, etag, headers, tags, plainBytes, body } = row;
  if (status === null || etag === null || !headers || !tags || plainBytes === null || !body)
    return undefined;
  return { key, status, etag, headers, tags, plainBytes, body };
}

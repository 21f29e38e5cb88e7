import { sql } from 'kysely';
import type { Database } from '../deps.ts';
import { containsPattern } from '../kernel/like-pattern.ts';
import { countListed } from '../kernel/list-page.store.ts';
import type { ListStart } from '../kernel/list-page.ts';
import type { PostFilter, PostKind, PostListRow } from './post.model.ts';

/** Drafts without a date stand first. */
const sortTime = sql<string>`coalesce(created_at, timestamptz '9999-12-31 00:00:00Z')`;

const selectFiltered = (db: Database, kind: PostKind, { words, state }: PostFilter) =>
  db
    .selectFrom(kind)
    .where('binnedAt', state === 'bin' ? 'is not' : 'is', null)
    .$if(state !== undefined && state !== 'bin', (query) =>
      query.where('state', '=', state === 'bin' ? null : (state ?? null)),
    )
    .$if(words !== undefined, (query) =>
      query.where('name', 'ilike', containsPattern(words ?? '')),
    );

/** The newest first; before a row, the nearest first. */
export const listPostRows = (
  db: Database,
  kind: PostKind,
  page: {
    readonly filter: PostFilter;
    readonly start: ListStart | undefined;
    readonly limit: number;
  },
): Promise<(PostListRow & { readonly sortTime: string })[]> => {
  const { filter, start, limit } = page;
  const order = start?.isBackward ? 'asc' : 'desc';
  const compare = sql.raw(start?.isBackward ? '>' : '<');
  return selectFiltered(db, kind, filter)
    .select(['id', 'name', 'slug', 'state', 'createdAt', 'changedAt', 'changedBy', 'binnedAt'])
    .select(sql<string>`${sortTime}::text`.as('sortTime'))
    .$if(start !== undefined, (query) =>
      query.where(
        sql<boolean>`(${sortTime}, id) ${compare} (${start?.key}::timestamptz, ${start?.id}::int)`,
      ),
    )
    .orderBy(sortTime, order)
    .orderBy('id', order)
    .limit(limit)
    .execute();
};

export const countPosts = (db: Database, kind: PostKind, filter: PostFilter): Promise<number> =>
  countListed(db, selectFiltered(db, kind, filter).select('id'));

import { sql } from 'kysely';
import type { Database } from '../deps.ts';
import type { Client, Country, Post, Service, Testimonial } from './model.ts';
import { containsPattern } from '../kernel/like-pattern.ts';
import type { PostKind } from './post.model.ts';

type Faq = { id: number; title: string; html: string };

/** True if the publisher has texts of their own, or the demo's: it writes all of them at once. */
export async function hasContent(db: Database): Promise<boolean> {
  return (await db.selectFrom('service').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function hasCountries(db: Database): Promise<boolean> {
  return (await db.selectFrom('country').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** By priority, those without one last; all if `limit` is undefined. */
export const listServices = (db: Database, limit?: number): Promise<Service[]> =>
  db
    .selectFrom('service')
    .selectAll()
    .orderBy('priority', (order) => order.asc().nullsLast())
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();

const postColumns = [
  'id',
  'slug',
  'name',
  'image',
  'html',
  'createdAt',
  'summary',
  'author',
  'imageText',
  'metaTitle',
  'metaDescription',
  'metaKeywords',
] as const;

const selectPosts = (db: Database, kind: PostKind) =>
  db
    .selectFrom(kind)
    .select(postColumns)
    // A post that is published at a time is newer than its last change.
    .select(sql<Date>`greatest(created_at, changed_at)`.as('updatedAt'))
    .where('state', '=', 'published')
    .where('binnedAt', 'is', null)
    .$narrowType<{ createdAt: Date }>();
type PostRow = Omit<Post, 'createdAt' | 'updatedAt'> & {
  readonly createdAt: Date;
  readonly updatedAt: Date;
};
const toPost = ({ createdAt, updatedAt, ...post }: PostRow): Post => ({
  ...post,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** Published posts, newest first. */
export async function listPosts(
  db: Database,
  kind: PostKind,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Promise<Post[]> {
  const rows = await selectPosts(db, kind)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toPost);
}

/** All published posts, newest first, in batches, of which one is in memory. */
export async function* streamPosts(
  db: Database,
  kind: PostKind,
  batchSize: number,
): AsyncGenerator<Post[]> {
  let last: Post | undefined;
  for (;;) {
    const rows = await selectPosts(db, kind)
      .$if(last !== undefined, (query) =>
        query.where(
          sql<boolean>`(created_at, id) < (${last?.createdAt}::timestamptz, ${last?.id}::int)`,
        ),
      )
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(batchSize)
      .execute();
    const batch = rows.map(toPost);
    if (batch.length > 0) yield batch;
    last = batch.at(-1);
    if (batch.length < batchSize) return;
  }
}

const selectShown = (db: Database, kind: PostKind) =>
  db.selectFrom(kind).where('state', '=', 'published').where('binnedAt', 'is', null);

/** The number of published posts. */
export async function countPosts(db: Database, kind: PostKind): Promise<number> {
  const { count } = await selectShown(db, kind)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Addresses of all published posts, newest first, without their texts. */
export const listPostAddresses = (
  db: Database,
  kind: PostKind,
): Promise<{ readonly slug: string; readonly updatedAt: Date }[]> =>
  selectShown(db, kind)
    .select(['slug', sql<Date>`greatest(created_at, changed_at)`.as('updatedAt')])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Another text after every change of what the published posts say. */
export async function digestPosts(db: Database, kind: PostKind): Promise<string> {
  const { digest } = await selectShown(db, kind)
    .select(
      sql<string>`md5(coalesce(
        string_agg(id || ' ' || greatest(created_at, changed_at), ',' order by id), ''
      ))`.as('digest'),
    )
    .executeTakeFirstOrThrow();
  return digest;
}

/** The newest published post whose text links to the path. */
export async function findPostLinkingTo(
  db: Database,
  kind: PostKind,
  path: string,
): Promise<Post | undefined> {
  const row = await selectPosts(db, kind)
    .where('html', 'like', containsPattern(`href="${path}"`))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toPost(row);
}

/** A published post. */
export async function getPost(
  db: Database,
  kind: PostKind,
  slug: string,
): Promise<Post | undefined> {
  const row = await selectPosts(db, kind).where('slug', '=', slug).executeTakeFirst();
  return row && toPost(row);
}

export const listTestimonials = (db: Database): Promise<Testimonial[]> =>
  db
    .selectFrom('testimonial')
    .select(['id', 'image', 'name', 'designation', 'description', 'isSample'])
    .where('isHidden', '=', false)
    .where('binnedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();

export const listClientLogos = (db: Database): Promise<Client[]> =>
  db
    .selectFrom('clientLogo')
    .select(['id', 'name', 'image', 'isSample'])
    .where('isHidden', '=', false)
    .where('binnedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();

export const listFaqs = (db: Database): Promise<Faq[]> =>
  db
    .selectFrom('faq')
    .select(['id', 'title', 'html'])
    .where('isHidden', '=', false)
    .where('binnedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();

/** By name. */
export const listCountries = (db: Database): Promise<Country[]> =>
  db.selectFrom('country').selectAll().orderBy('name').execute();

export const findCountry = (db: Database, id: number): Promise<Country | undefined> =>
  db.selectFrom('country').selectAll().where('id', '=', id).executeTakeFirst();

export async function getCountryName(db: Database, id: number): Promise<string | undefined> {
  return (await db.selectFrom('country').select('name').where('id', '=', id).executeTakeFirst())
    ?.name;
}

import type { Database, Tx } from '../deps.ts';
import type { EditedPost, PostKind, PostValues } from './post.model.ts';
import { wasPublic } from './post.model.ts';

const columns = [
  'id',
  'name',
  'slug',
  'state',
  'createdAt',
  'summary',
  'author',
  'image',
  'imageText',
  'metaTitle',
  'metaDescription',
  'metaKeywords',
  'html',
  'changedAt',
  'changedBy',
  'binnedAt',
  'revision',
] as const;

export const findPost = (
  db: Database,
  kind: PostKind,
  id: number,
): Promise<EditedPost | undefined> =>
  db.selectFrom(kind).select(columns).where('id', '=', id).executeTakeFirst();

export const lockPost = (tx: Tx, kind: PostKind, id: number): Promise<EditedPost | undefined> =>
  tx.selectFrom(kind).select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

/** True if another post of the kind has this slug, or had it while it was public. */
export async function isSlugTaken(
  tx: Tx,
  kind: PostKind,
  { slug, ownId = 0 }: { readonly slug: string; readonly ownId?: number | undefined },
): Promise<boolean> {
  const row = await tx
    .selectFrom(kind)
    .select('id')
    .where('slug', '=', slug)
    .where('id', '<>', ownId)
    .unionAll(
      tx
        .selectFrom('postSlugRedirect')
        .select('postId as id')
        .where('kind', '=', kind)
        .where('slug', '=', slug)
        .where('postId', '<>', ownId),
    )
    .executeTakeFirst();
  return row !== undefined;
}

type Edit = { readonly changedAt: Date; readonly changedBy: string };

export async function insertPost(
  tx: Tx,
  kind: PostKind,
  values: PostValues & Edit,
): Promise<number> {
  const { id } = await tx.insertInto(kind).values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The slug that a public post had leads to it; the one that it has now does not. */
export async function updatePost(
  tx: Tx,
  kind: PostKind,
  before: EditedPost,
  values: Partial<PostValues> & { readonly binnedAt?: Date | null } & Edit,
): Promise<void> {
  const { id, slug, state } = before;
  const { slug: nextSlug = slug } = values;
  if (nextSlug !== slug && wasPublic(state))
    await tx
      .insertInto('postSlugRedirect')
      .values({ kind, slug, postId: id })
      .onConflict((conflict) => conflict.columns(['kind', 'slug']).doNothing())
      .execute();
  await tx.updateTable(kind).set(values).where('id', '=', id).execute();
  await tx
    .deleteFrom('postSlugRedirect')
    .where('kind', '=', kind)
    .where('slug', '=', nextSlug)
    .execute();
}

/** Nothing is left of the post, and nothing leads to it any more. */
export async function deletePost(tx: Tx, kind: PostKind, id: number): Promise<void> {
  await tx
    .deleteFrom('postSlugRedirect')
    .where('kind', '=', kind)
    .where('postId', '=', id)
    .execute();
  await tx.deleteFrom(kind).where('id', '=', id).execute();
}

/** The post that visitors know by this slug, from today or from before; undefined for none. */
export async function findFormerPost(
  db: Database,
  kind: PostKind,
  slug: string,
): Promise<{ readonly slug: string; readonly isPublic: boolean } | undefined> {
  const redirect = await db
    .selectFrom('postSlugRedirect')
    .select('postId')
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .executeTakeFirst();
  const post = await db
    .selectFrom(kind)
    .select(['slug', 'state', 'binnedAt'])
    .where((eb) => (redirect ? eb('id', '=', redirect.postId) : eb('slug', '=', slug)))
    .where('state', 'in', ['published', 'withdrawn'])
    .executeTakeFirst();
  return post && { slug: post.slug, isPublic: post.state === 'published' && !post.binnedAt };
}

/** Publishes a scheduled post whose time has come; its slug, or undefined if it isn't one. */
export async function publishDuePost(
  tx: Tx,
  kind: PostKind,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<string | undefined> {
  const published = await tx
    .updateTable(kind)
    .set({ state: 'published' })
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .where('createdAt', '<=', now)
    .where('binnedAt', 'is', null)
    .returning('slug')
    .executeTakeFirst();
  return published?.slug;
}

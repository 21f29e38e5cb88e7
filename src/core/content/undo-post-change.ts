import { z } from 'zod';
import type { Deps, Tx } from '../deps.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { isAsLogged, type LoggedChange } from '../kernel/logged-change.ts';
import { holdFormerPictures } from '../media/index.ts';
import { listPostTags, toAuditedPost } from './post-rules.ts';
import { postKinds, postStates, postThings } from './post.model.ts';
import { isSlugTaken, lockPost, updatePost } from './posts.store.ts';

const time = z.iso.datetime().nullable();

/** The fields of a post as entries of the audit log have them. */
const changeSchema = z
  .object({
    name: z.string(),
    slug: z.string(),
    state: z.enum(postStates),
    createdAt: time,
    summary: z.string(),
    author: z.string(),
    image: z.string().nullable(),
    imageText: z.string(),
    metaTitle: z.string(),
    metaDescription: z.string(),
    metaKeywords: z.string(),
    html: z.string(),
    binnedAt: time,
  })
  .partial();

/**
 * The post is as it was before the entry; one that the entry added is in the bin. `conflict` where it
 * was changed since.
 */
export async function undoPostChange(
  tx: Tx,
  { clock, invalidate }: Pick<Deps, 'clock' | 'invalidate'>,
  entry: LoggedChange,
): Promise<Outcome<{ before: object; after: object }>> {
  const kind = postKinds.find((one) => postThings[one] === entry.thingKind);
  const after = changeSchema.safeParse(entry.after).data ?? {};
  const addedId = z.object({ id: z.int() }).safeParse(entry.after).data?.id;
  const post = kind && (await lockPost(tx, kind, addedId ?? Number(entry.thingId)));
  if (!post) return fail('conflict', 'This text is gone.');
  const current = { ...toAuditedPost(post), binnedAt: post.binnedAt?.toISOString() ?? null };
  if (!isAsLogged(current, after)) return fail('conflict', 'This text has changed since.');
  const now = clock();
  const given = changeSchema.safeParse(entry.before).data ?? {};
  const before = addedId === undefined ? given : { binnedAt: now.toISOString() };
  if (before.slug && (await isSlugTaken(tx, kind, { slug: before.slug, ownId: post.id })))
    return fail('conflict', 'Another text has the address now.');
  const { createdAt, binnedAt, ...texts } = before;
  const gone = await holdFormerPictures(tx, texts);
  if (gone) return gone;
  await updatePost(tx, kind, post, {
    ...texts,
    ...(createdAt === undefined ? {} : { createdAt: toTime(createdAt) }),
    ...(binnedAt === undefined ? {} : { binnedAt: toTime(binnedAt) }),
    changedAt: now,
    changedBy: entry.actorName,
  });
  await invalidate(tx, listPostTags(kind, [post]));
  return ok({ before: addedId === undefined ? after : { binnedAt: null }, after: before });
}

const toTime = (text: string | null): Date | null => (text === null ? null : new Date(text));

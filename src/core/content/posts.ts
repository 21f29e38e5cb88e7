import { z } from 'zod';
import type { Deps, Tx } from '../deps.ts';
import { isAsLogged, type LoggedChange } from '../kernel/logged-change.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { ScheduledAct, ScheduledActs } from '../kernel/schedule.ts';
import { holdFormerPictures } from '../media/index.ts';
import type { BodyHtml } from './body-html.ts';
import { PostEditing } from './post-editing.ts';
import { PostPreviews } from './post-preview.ts';
import { listPostTags, toAuditedPost } from './post-rules.ts';
import { postKinds, postStates, postThings, type PostKind } from './post.model.ts';
import {
  findFormerPost,
  isSlugTaken,
  lockPost,
  publishDuePost,
  updatePost,
} from './posts.store.ts';

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

const schedule = { programName: 'the schedule' } as const;

/** Drafts, schedules, previews and former addresses of blog posts and press releases. */
export class Posts {
  readonly previews: PostPreviews;
  readonly editing: { readonly [Kind in PostKind]: PostEditing };
  readonly #deps: Deps;

  constructor(deps: Deps & { readonly body: BodyHtml }) {
    this.#deps = deps;
    this.previews = new PostPreviews(deps);
    const parts = { ...deps, previews: this.previews };
    this.editing = {
      blogPost: new PostEditing(parts, 'blogPost'),
      pressRelease: new PostEditing(parts, 'pressRelease'),
    };
  }

  /** Returns the post that had this address before; undefined if none had. */
  findFormer(kind: PostKind, slug: string) {
    return findFormerPost(this.#deps.db, kind, slug);
  }

  /** What the schedule does with posts whose time has come: they are published. */
  get scheduled(): ScheduledActs<PostKind> {
    return {
      blogPost: this.#publishing('blogPost'),
      pressRelease: this.#publishing('pressRelease'),
    };
  }

  #publishing(kind: PostKind): ScheduledAct {
    const { db, invalidate } = this.#deps;
    return {
      atOnce: 1,
      act: ([id = 0], { now }) =>
        db.transaction().execute(async (tx) => {
          const slug = await publishDuePost(tx, kind, { id, now });
          if (slug === undefined) return;
          await this.#deps.audit.record(tx, {
            actor: schedule,
            verb: 'post.edit',
            thing: { kind: postThings[kind], id: String(id) },
            change: { before: { state: 'scheduled' }, after: { state: 'published' } },
          });
          await invalidate(tx, listPostTags(kind, [{ slug, state: 'published' }]));
        }),
    };
  }

  /**
   * In `tx`: the post is as it was before the entry; one that the entry added is in the bin.
   * `conflict` if it was changed since.
   */
  async undo(tx: Tx, entry: LoggedChange): Promise<Outcome<{ before: object; after: object }>> {
    const kind = postKinds.find((one) => postThings[one] === entry.thingKind);
    const after = changeSchema.safeParse(entry.after).data ?? {};
    const addedId = z.object({ id: z.int() }).safeParse(entry.after).data?.id;
    const post = kind && (await lockPost(tx, kind, addedId ?? Number(entry.thingId)));
    if (!post) return fail('conflict', 'This text is gone.');
    const current = { ...toAuditedPost(post), binnedAt: post.binnedAt?.toISOString() ?? null };
    if (!isAsLogged(current, after)) return fail('conflict', 'This text has changed since.');
    const now = this.#deps.clock();
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
    await this.#deps.invalidate(tx, listPostTags(kind, [post]));
    return ok({ before: addedId === undefined ? after : { binnedAt: null }, after: before });
  }
}

const toTime = (text: string | null): Date | null => (text === null ? null : new Date(text));

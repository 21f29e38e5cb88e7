import type { Deps, Tx } from '../deps.ts';
import type { AuditChange } from '../kernel/audit.ts';
import { changedFields, hasValues } from '../kernel/changed-fields.ts';
import {
  parseForm,
  type FormInput,
  joinedLineField,
  singleLineField,
} from '../kernel/form-fields.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { readListStart, rowsPerListPage, toListPage, type ListPage } from '../kernel/list-page.ts';
import type { WantedPage } from '../kernel/wanted-list.model.ts';
import { getAlternativeText, refuseUnusablePicture } from '../media/index.ts';
import type { StaffActor } from '../staff/model.ts';
import { refuseVerb, type StaffVerb } from '../staff/verbs.model.ts';
import type { BodyHtml } from './body-html.ts';
import { countPosts, listPostRows } from './post-list.store.ts';
import {
  decidePostSlug,
  decidePostState,
  failField,
  listPostTags,
  toAuditedPost,
} from './post-rules.ts';
import { refuseOldForm } from '../kernel/edit-revision.ts';
import {
  postThings,
  type EditedPost,
  type PostFilter,
  type PostKind,
  type PostListRow,
  type PostValues,
  postStates,
} from './post.model.ts';
import type { PostPreviews } from './post-preview.ts';
import * as store from './posts.store.ts';
import { z } from 'zod';
import { toInstant } from '../kernel/time-zone.model.ts';
import { pictureNameField } from './picture-field.ts';

const optionalLine = (maxLength: number) => joinedLineField(maxLength).default('');

/** "2026-11-22T14:05", in UTC; empty for none. */
const timeField = z
  .string()
  .trim()
  .regex(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/, 'Please give a date and a time.')
  .transform((text) => (text === '' ? null : toInstant(text, 'UTC')))
  .refine((time) => time !== undefined, 'There is no such time.')
  .default(null);

/** A blog post or press release as staff edit it; its body is HTML of which text is kept. */
const postForm = z.object({
  name: singleLineField('the title', 200),
  slug: z
    .string()
    .trim()
    .max(80, 'Please keep this to 80 characters.')
    .regex(
      /^([a-z0-9]+(-[a-z0-9]+)*)?$/,
      'Please use lower-case letters, digits and single hyphens, or leave it empty.',
    )
    .default(''),
  state: z.enum(postStates, { error: 'Please choose a state.' }),
  createdAt: timeField,
  summary: optionalLine(400),
  author: optionalLine(120),
  image: pictureNameField,
  imageText: optionalLine(300),
  metaTitle: optionalLine(200),
  metaDescription: optionalLine(400),
  metaKeywords: optionalLine(400),
  html: z.string().trim().max(500_000, 'Please keep this to 500,000 characters.').default(''),
});

const verb = 'post.edit';

type PostDeps = Pick<Deps, 'db' | 'clock' | 'staffActs' | 'invalidate'> & {
  readonly body: BodyHtml;
  readonly previews: PostPreviews;
};
type Audit = (change: AuditChange) => void;
type Work = (tx: Tx, before: EditedPost, audit: Audit) => Promise<Outcome<undefined>>;

/** Staff's work on blog posts, or on press releases. */
export class PostEditing {
  readonly #deps: PostDeps;
  readonly kind: PostKind;

  constructor(deps: PostDeps, kind: PostKind) {
    this.#deps = deps;
    this.kind = kind;
  }

  /** One page, drafts without a date first, then the newest. `forbidden`. */
  async list(
    actor: StaffActor,
    query: PostFilter & WantedPage,
  ): Promise<Outcome<ListPage<PostListRow>>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, verb, clock());
    if (refusal) return refusal;
    const start = readListStart(query, 'time');
    const page = { filter: query, start, limit: rowsPerListPage + 1 };
    const rows = await listPostRows(db, this.kind, page);
    const count = await countPosts(db, this.kind, query);
    return ok(toListPage({ rows, start, count, getKey: (row) => row.sortTime }));
  }

  /** `forbidden`, `not-found`. */
  async get(actor: StaffActor, id: number): Promise<Outcome<EditedPost>> {
    const refusal = refuseVerb(actor, verb, this.#deps.clock());
    if (refusal) return refusal;
    const post = await store.findPost(this.#deps.db, this.kind, id);
    return post ? ok(post) : noSuchPost;
  }

  /** The address of a page that shows the post as it is saved then, for a day. */
  makePreviewPath({ id }: Pick<EditedPost, 'id'>): string {
    return this.#deps.previews.makePath({ kind: this.kind, id });
  }

  /** The new post's id. `invalid`. */
  create(actor: StaffActor, form: FormInput): Promise<Outcome<{ id: number }>> {
    const attempt = { verb, kind: postThings[this.kind] } as const;
    return this.#deps.staffActs.create(actor, attempt, async (tx, audit) => {
      const values = await this.#readForm(tx, form);
      if (!values.ok) return values;
      const id = await store.insertPost(tx, this.kind, { ...values.value, ...this.#by(actor) });
      audit({ after: { id, ...toAuditedPost(values.value) } });
      await this.#deps.invalidate(tx, listPostTags(this.kind, [values.value]));
      return ok({ id });
    });
  }

  /**
   * The post has these values; an address that visitors knew leads to the new one. `not-found`,
   * `invalid`, `conflict` if it is in the bin or was changed since the form was
   * made.
   */
  change(actor: StaffActor, id: number, form: FormInput): Promise<Outcome<undefined>> {
    return this.#act(actor, id, async (tx, before, audit) => {
      if (before.binnedAt) return inBin;
      const values = await this.#readForm(tx, form, before);
      const thing = { kind: postThings[this.kind], id: String(id) };
      const old = await refuseOldForm(tx, { thing, before, form, values });
      if (old) return old;
      if (!values.ok) return values;
      audit(changedFields(toAuditedPost(before), toAuditedPost(values.value)));
      if (!hasValues(before, values.value))
        await store.updatePost(tx, this.kind, before, { ...values.value, ...this.#by(actor) });
      return ok(undefined);
    });
  }

  /** Visitors don't find it any more. `not-found`, `conflict` if it is there already. */
  moveToBin(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#setBinned(actor, id, true);
  }

  /** Takes it out of the bin as it was. `not-found`, `conflict` if it is not in the bin. */
  takeOutOfBin(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#setBinned(actor, id, false);
  }

  /**
   * Nothing is left of it but its entries in the audit log, and its address is unknown. `not-found`,
   * `conflict` if it is not in the bin.
   */
  deleteForEver(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    const work: Work = async (tx, { binnedAt, name, slug }, audit) => {
      if (!binnedAt) return notInBin;
      audit({ before: { name, slug } });
      await store.deletePost(tx, this.kind, id);
      return ok(undefined);
    };
    return this.#act(actor, id, work, 'content.delete-for-ever');
  }

  #setBinned(actor: StaffActor, id: number, isBinned: boolean): Promise<Outcome<undefined>> {
    return this.#act(actor, id, async (tx, before, audit) => {
      if ((before.binnedAt !== null) === isBinned) return isBinned ? inBin : notInBin;
      const edit = this.#by(actor);
      const binnedAt = isBinned ? edit.changedAt : null;
      audit(changedFields({ binnedAt: toText(before.binnedAt) }, { binnedAt: toText(binnedAt) }));
      await store.updatePost(tx, this.kind, before, { binnedAt, ...edit });
      return ok(undefined);
    });
  }

  #act(
    actor: StaffActor,
    id: number,
    work: Work,
    does: StaffVerb = verb,
  ): Promise<Outcome<undefined>> {
    const thing = { kind: postThings[this.kind], id: String(id) };
    return this.#deps.staffActs.perform(actor, { verb: does, thing }, async (tx, audit) => {
      const before = await store.lockPost(tx, this.kind, id);
      if (!before) return noSuchPost;
      const done = await work(tx, before, audit);
      const after = (await store.lockPost(tx, this.kind, id)) ?? before;
      if (done.ok) await this.#deps.invalidate(tx, listPostTags(this.kind, [before, after]));
      return done;
    });
  }

  async #readForm(tx: Tx, form: FormInput, before?: EditedPost): Promise<Outcome<PostValues>> {
    const parsed = parseForm(postForm, form);
    if (!parsed.ok) return parsed;
    const { createdAt: givenTime, ...given } = parsed.value;
    const html = await this.#deps.body.clean(tx, given.html, 'html');
    if (!html.ok) return html;
    const picture = await this.#readPicture(tx, given);
    if (!picture.ok) return picture;
    const wanted = { ...given, ...picture.value, html: html.value, createdAt: givenTime };
    const state = decidePostState(wanted, before, this.#deps.clock());
    if (!state.ok) return state;
    const slug = decidePostSlug(given, before);
    if (!slug.ok) return slug;
    if (await store.isSlugTaken(tx, this.kind, { slug: slug.value, ownId: before?.id }))
      return failField('slug', 'Another text has or had this address.');
    return ok({ ...wanted, ...state.value, slug: slug.value });
  }

  /** A picture of the library says what it shows, unless the form does. */
  async #readPicture(
    tx: Tx,
    { image, imageText }: Pick<PostValues, 'image' | 'imageText'>,
  ): Promise<Outcome<Pick<PostValues, 'image' | 'imageText'>>> {
    if (image === null) return ok({ image, imageText });
    const refusal = await refuseUnusablePicture(tx, image, 'image');
    if (refusal) return refusal;
    return ok({ image, imageText: imageText || (await getAlternativeText(tx, image)) });
  }

  #by({ name }: StaffActor) {
    return { changedAt: this.#deps.clock(), changedBy: name };
  }
}

const toText = (time: Date | null): string | null => time?.toISOString() ?? null;

const noSuchPost = fail('not-found', 'There is no such post.');
const notInBin = fail('conflict', 'This is not in the bin.');
const inBin = fail('conflict', 'This is in the bin. Take it out before you change it.');

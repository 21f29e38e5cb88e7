/** Which states and addresses a post can take. Pure. */
import { fail, ok, type Outcome, type Refusal } from '../kernel/outcome.model.ts';
import { slugify } from '../kernel/slugify.ts';
import {
  wasPublic,
  type EditedPost,
  type PostKind,
  type PostState,
  type PostValues,
} from './post.model.ts';

export const failField = (name: string, sentence: string): Refusal =>
  fail('invalid', sentence, { [name]: [sentence] });

type Wanted = Pick<PostValues, 'state' | 'createdAt' | 'html' | 'image' | 'imageText'>;

/**
 * The state and the date that a post takes: now, for one that is published without a date. `invalid`
 * by field; what was public once is withdrawn, and never a draft again.
 */
export function decidePostState(
  wanted: Wanted,
  before: Pick<EditedPost, 'state' | 'createdAt'> | undefined,
  now: Date,
): Outcome<Pick<PostValues, 'state' | 'createdAt'>> {
  const refusal = refuseState(wanted.state, before?.state) ?? refuseIncomplete(wanted);
  if (refusal) return refusal;
  const { state } = wanted;
  const createdAt = keepSeconds(wanted.createdAt, before?.createdAt ?? null);
  if (state === 'draft') return ok({ state, createdAt });
  if (state === 'scheduled')
    return createdAt && createdAt > now
      ? ok({ state, createdAt })
      : failField('createdAt', 'Please give a time in the future.');
  if (createdAt && createdAt > now)
    return failField(
      'createdAt',
      'This time is in the future: choose “Scheduled”, or leave it empty to publish now.',
    );
  return ok({ state, createdAt: createdAt ?? knownDate(before) ?? now });
}

/** A form gives minutes: the stored time where it is the same minute. */
const keepSeconds = (given: Date | null, stored: Date | null): Date | null =>
  toMinute(given) === toMinute(stored) ? stored : given;

const toMinute = (time: Date | null): number | undefined =>
  time ? Math.floor(time.getTime() / 60_000) : undefined;

const knownDate = (before: Pick<EditedPost, 'state' | 'createdAt'> | undefined) =>
  before && wasPublic(before.state) ? before.createdAt : null;

function refuseState(wanted: PostState, current: PostState = 'draft'): Refusal | undefined {
  if (wasPublic(current) && !wasPublic(wanted))
    return failField('state', 'This was public already: withdraw it instead.');
  if (wanted === 'withdrawn' && !wasPublic(current))
    return failField('state', 'Only what was public can be withdrawn.');
  return undefined;
}

function refuseIncomplete({ state, html, image, imageText }: Wanted): Refusal | undefined {
  if (image !== null && imageText === '')
    return failField('imageText', 'Please describe what the picture shows.');
  if (state !== 'draft' && html === '') return failField('html', 'Please write the text.');
  return undefined;
}

/**
 * The address that a post has: until it is public it follows the title, unless staff gave another
 * one. Posts stand below an address of their own, so no word is reserved. `invalid` at the field.
 */
export function decidePostSlug(
  { name, slug }: Pick<PostValues, 'name' | 'slug'>,
  before: Pick<EditedPost, 'name' | 'slug' | 'state'> | undefined,
): Outcome<string> {
  const followsTitle =
    slug === '' ||
    (before !== undefined &&
      !wasPublic(before.state) &&
      slug === before.slug &&
      slug === slugify(before.name));
  const decided = followsTitle ? slugify(name) : slug;
  return decided === ''
    ? failField('slug', 'Please give an address: the title has no Latin letters.')
    : ok(decided);
}

/**
 * The cache tags of a change: of what visitors see, and of the posts' own pages where they are
 * known.
 */
export const listPostTags = (
  kind: PostKind,
  versions: readonly Pick<PostValues, 'slug' | 'state'>[],
): string[] => [
  ...new Set([
    'site',
    ...versions.filter(({ state }) => wasPublic(state)).map(({ slug }) => `${kind}:${slug}`),
  ]),
];

/** A post as the audit log keeps it. */
export const toAuditedPost = (post: PostValues) => ({
  name: post.name,
  slug: post.slug,
  state: post.state,
  createdAt: post.createdAt?.toISOString() ?? null,
  summary: post.summary,
  author: post.author,
  image: post.image,
  imageText: post.imageText,
  metaTitle: post.metaTitle,
  metaDescription: post.metaDescription,
  metaKeywords: post.metaKeywords,
  html: post.html,
});

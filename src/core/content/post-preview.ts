import type { Deps } from '../deps.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { Post } from './model.ts';
import type { PostKind } from './post.model.ts';
import { findPost } from './posts.store.ts';

const previewHours = 24;

type PreviewDeps = Pick<Deps, 'db' | 'clock' | 'signer'>;
type PreviewedPost = { readonly kind: PostKind; readonly id: number };

const toSigned = ({ kind, id }: PreviewedPost, expiresMs: number): string =>
  `preview ${kind} ${id} ${expiresMs}`;

/** The address of a page that shows the post as it is saved then, for a day, to anyone who has it. */
export function makePreviewPath({ clock, signer }: PreviewDeps, post: PreviewedPost): string {
  const expiresMs = clock().getTime() + previewHours * 3_600_000;
  const signature = signer.sign(toSigned(post, expiresMs));
  return `/preview/post/${post.kind}-${post.id}-${expiresMs}-${signature}`;
}

/** The post of such an address. `not-found` for another one, `gone` where it has expired. */
export async function openPreview(
  { db, clock, signer }: PreviewDeps,
  token: string,
): Promise<Outcome<{ kind: PostKind; post: Post }>> {
  const pattern = /^(blogPost|pressRelease)-(\d{1,9})-(\d{1,15})-([\w-]+)$/;
  const [, kindText, id, expires, signature = ''] = pattern.exec(token) ?? [];
  const kind = kindText === 'blogPost' ? 'blogPost' : 'pressRelease';
  const previewed = { kind, id: Number(id) } as const;
  if (!kindText || !signer.isValid(toSigned(previewed, Number(expires)), signature))
    return noPreview;
  if (Number(expires) < clock().getTime()) return fail('gone', 'This preview has ended.');
  const found = await findPost(db, kind, previewed.id);
  if (!found || found.binnedAt) return noPreview;
  const createdAt = (found.createdAt ?? clock()).toISOString();
  return ok({ kind, post: { ...found, createdAt, updatedAt: createdAt } });
}

const noPreview = fail('not-found', 'There is no such preview.');

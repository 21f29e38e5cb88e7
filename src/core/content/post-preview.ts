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

/** Pages that show a post before it is published. */
export class PostPreviews {
  readonly #deps: PreviewDeps;

  constructor(deps: PreviewDeps) {
    this.#deps = deps;
  }

  /** Returns the address of a page that shows the post for a day to anyone who has it. */
  makePath(post: PreviewedPost): string {
    const { clock, signer } = this.#deps;
    const expiresMs = clock().getTime() + previewHours * 3_600_000;
    const signature = signer.sign(toSigned(post, expiresMs));
    return `/preview/post/${post.kind}-${post.id}-${expiresMs}-${signature}`;
  }

  /** Returns the post of such an address. `not-found` for another one, `gone` if it has expired. */
  async open(token: string): Promise<Outcome<{ kind: PostKind; post: Post }>> {
    const { db, clock, signer } = this.#deps;
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
}

const noPreview = fail('not-found', 'There is no such preview.');

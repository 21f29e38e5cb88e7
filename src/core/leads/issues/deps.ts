import type { Catalogue } from '../../catalogue/index.ts';
import type { Post } from '../../content/model.ts';
import type { LeadDeps } from '../deps.ts';

export type PostKind = 'blogPost' | 'pressRelease';

/** The dependencies of issues, besides those of leads. */
export type IssueDeps = LeadDeps & {
  readonly catalogue: { readonly reports: Pick<Catalogue['reports'], 'get' | 'getByCode'> };
  readonly getPost: (kind: PostKind, slug: string) => Promise<Post | undefined>;
};

/** Blog posts and press releases as staff work on them. Pure, safe in the browser. */

export const postKinds = ['blogPost', 'pressRelease'] as const;
export type PostKind = (typeof postKinds)[number];

/** Their name in the audit log. */
export const postThings = { blogPost: 'blog-post', pressRelease: 'press-release' } as const;

export const postStates = ['draft', 'scheduled', 'published', 'withdrawn'] as const;
export type PostState = (typeof postStates)[number];

export const postStateNames: Readonly<Record<PostState, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  withdrawn: 'Withdrawn',
};

/** Visitors know its address: it was published once. */
export const wasPublic = (state: PostState): boolean =>
  state === 'published' || state === 'withdrawn';

/** The fields of a post that staff give; the body is HTML that our own renderer wrote. */
export type PostValues = {
  readonly name: string;
  readonly slug: string;
  readonly state: PostState;
  /** The date that the page shows; of a scheduled post when it is published. */
  readonly createdAt: Date | null;
  readonly summary: string;
  readonly author: string;
  /** The name of a picture. */
  readonly image: string | null;
  /** The picture's description. */
  readonly imageText: string;
  readonly metaTitle: string;
  readonly metaDescription: string;
  readonly metaKeywords: string;
  readonly html: string;
};

export type EditedPost = PostValues & {
  readonly id: number;
  readonly changedAt: Date | null;
  readonly changedBy: string;
  readonly binnedAt: Date | null;
  readonly revision: number;
};

export type PostListRow = Pick<
  EditedPost,
  'id' | 'name' | 'slug' | 'state' | 'createdAt' | 'changedAt' | 'changedBy' | 'binnedAt'
>;

export type PostFilter = {
  /** Words of the title. */
  readonly words?: string | undefined;
  /** The bin is no state: what is in it has one besides. */
  readonly state?: PostState | 'bin' | undefined;
};

import type { PostKind, PostState } from '#core/content/post.model.ts';
import { paths } from '#src/paths.ts';

/** Where posts of a kind are worked on, and what they are called there. */
export type PostScreen = {
  readonly kind: PostKind;
  readonly title: string;
  readonly noun: readonly [one: string, many: string];
  readonly listPath: string;
  readonly publicPath: (slug: string) => string;
};

const screens = {
  blog: {
    kind: 'blogPost',
    title: 'Blog',
    noun: ['post', 'posts'],
    listPath: '/admin/content/blog',
    publicPath: paths.blogPost,
  },
  press: {
    kind: 'pressRelease',
    title: 'Press releases',
    noun: ['press release', 'press releases'],
    listPath: '/admin/content/press',
    publicPath: paths.pressRelease,
  },
} as const satisfies Record<string, PostScreen>;

/** The screen of a route by its pattern: blog and press releases share their pages. */
export const getPostScreen = (pattern: string): PostScreen =>
  pattern.startsWith('admin/content/blog') ? screens.blog : screens.press;

export const stateTones = {
  draft: 'plain',
  scheduled: 'open',
  published: 'good',
  withdrawn: 'bad',
} as const satisfies Record<PostState, string>;

/** Content as pages show it. HTML was sanitised before it was stored. */

export const socialNetworks = ['facebook', 'instagram', 'twitter', 'youtube', 'linkedin'] as const;
export type SocialNetwork = (typeof socialNetworks)[number];

/** The numeric types of page metas, as the specification gives them. */
export const pageMetaTypes = {
  home: 1,
  about: 2,
  contact: 3,
  services: 4,
  blog: 5,
  press: 6,
  login: 7,
} as const;
export type PageName = keyof typeof pageMetaTypes;
export const pageNames = [
  'home',
  'about',
  'contact',
  'services',
  'blog',
  'press',
  'login',
] as const satisfies readonly PageName[];

export type PageMeta = {
  readonly title: string;
  readonly description: string;
  readonly keywords: string;
};

export type Service = {
  readonly id: number;
  readonly name: string;
  readonly image: string | null;
  readonly description: string;
  readonly priority: number | null;
};

/** With the number of its last edit. */
export type EditedService = Service & { readonly revision: number };

/** A service as its page shows it. */
export type ShownService = Service & {
  /**
   * The picture's description, as the media library has it; empty for the publisher's own files.
   */
  readonly imageText: string;
};

/** The cache tag of pages that show this year as the present one. */
export const tagOfYear = (year: number): string => `year:${year}`;

/** Posts on one page of the blog or of the press releases; the specification knows one page. */
export const postsPerPage = 50;

export type Post = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly image: string | null;
  readonly html: string;
  readonly createdAt: string;
  /** Of the last change that visitors can see, or of its publication. */
  readonly updatedAt: string;
  /** Empty if the text's own beginning says it. */
  readonly summary: string;
  /** A person or a desk; empty for the publisher. */
  readonly author: string;
  /** The picture's description. */
  readonly imageText: string;
  /** Empty if the title and the summary say it. */
  readonly metaTitle: string;
  readonly metaDescription: string;
  readonly metaKeywords: string;
};

/** A post as an empty store is seeded with it. */
type SeedPost = Pick<Post, 'slug' | 'name' | 'image' | 'html' | 'createdAt'> & Partial<Post>;

export type Testimonial = {
  readonly id: number;
  readonly image: string | null;
  readonly name: string;
  readonly designation: string;
  readonly description: string;
  readonly isSample: boolean;
};

/** An existing client, or a kind of client. */
export type Client = {
  readonly id: number;
  readonly name: string;
  readonly image: string | null;
  /** Invented, and marked as such wherever it is shown. */
  readonly isSample: boolean;
};

export type Country = {
  readonly id: number;
  readonly iso2: string;
  readonly name: string;
  readonly phonecode: string;
};

/** The policies that the specification names: a store may have more (store/policies). */
export const policyNames = [
  'terms',
  'privacy',
  'gdpr',
  'cookies',
  'refunds',
  'how-to-order',
  'methodology',
] as const;
export type PolicyName = (typeof policyNames)[number];

export type Policy = {
  readonly title: string;
  readonly description: string;
  readonly html: string;
  readonly updatedOn: string;
};

/**
 * The texts of a publisher's pages, beside the store's settings: an empty store is seeded with
 * them.
 */
export type SeedContent = {
  readonly services: readonly Omit<Service, 'id'>[];
  readonly blogPosts: readonly (SeedPost & { readonly reportCode?: string })[];
  readonly pressReleases: readonly SeedPost[];
  readonly testimonials: readonly Omit<Testimonial, 'id'>[];
  readonly clients: readonly Omit<Client, 'id'>[];
  readonly faqs: readonly { readonly title: string; readonly html: string }[];
};

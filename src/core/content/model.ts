/** Content as pages show it. HTML was sanitised before it was stored. */

export type SiteInfo = {
  readonly siteName: string;
  /** A picture's name: a path below the folder of pictures, or a URL. So are all `image`. */
  readonly logo: string | null;
  readonly email: string;
  /** The address for questions about orders. */
  readonly salesEmail: string;
  /** The head office, in India. */
  readonly address: string;
  readonly aboutUs: string;
  /** "12 years": the experience figure of the about page. */
  readonly aboutUsExperience: string;
  /** What the figure counts, below it: "years of reading statistics". */
  readonly experienceLabel?: string;
  /** The picture at the top of the about page, by its name, and what it shows. */
  readonly aboutUsBanner?: string;
  readonly aboutUsBannerText?: string;
  readonly mobileNo1: string;
  readonly office1MobileNo: string;
  /** USA */
  readonly office1Address: string;
  readonly office2MobileNo: string;
  /** Italy */
  readonly office2Address: string;
  /** Printed on invoices, where there is one. */
  readonly taxId?: string;
  /** Users of a multiple-user licence, the buyer included. Orders keep the number of their day. */
  readonly teamSeats: number;
  /** The account for bank transfers. */
  readonly bank: { readonly holder: string; readonly iban: string; readonly bic: string };
  readonly socialMedia: Readonly<Partial<Record<SocialNetwork, string>>>;
};

/** As it is stored: without a number of team seats the default applies. */
export type StoredSiteInfo = Omit<SiteInfo, 'teamSeats'> & Partial<Pick<SiteInfo, 'teamSeats'>>;

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

export type Post = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly image: string | null;
  readonly html: string;
  readonly createdAt: string;
};

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

/** Everything that an empty store is seeded with. */
export type SeedContent = {
  readonly site: SiteInfo;
  readonly metas: readonly (PageMeta & { readonly type: number })[];
  readonly policies: readonly (Policy & { readonly name: PolicyName })[];
  readonly services: readonly Omit<Service, 'id'>[];
  readonly blogPosts: readonly (Omit<Post, 'id'> & { readonly reportCode?: string })[];
  readonly pressReleases: readonly Omit<Post, 'id'>[];
  readonly testimonials: readonly Omit<Testimonial, 'id'>[];
  readonly clients: readonly Omit<Client, 'id'>[];
  readonly faqs: readonly { readonly title: string; readonly html: string }[];
  readonly countries: readonly Omit<Country, 'id'>[];
};

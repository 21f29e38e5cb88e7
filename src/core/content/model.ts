/** The words of the content as pages see them. HTML fields are clean: they were sanitised before they were stored. */

export type SiteInfo = {
  readonly siteName: string;
  readonly logo: string | null;
  readonly email: string;
  /** Where buyers write about orders. */
  readonly salesEmail: string;
  /** The head office, in India. */
  readonly address: string;
  readonly aboutUs: string;
  /** "12 years": the experience figure of the about page. */
  readonly aboutUsExperience: string;
  readonly mobileNo1: string;
  readonly office1MobileNo: string;
  /** USA */
  readonly office1Address: string;
  readonly office2MobileNo: string;
  /** Italy */
  readonly office2Address: string;
  /** On invoices; undefined where there is none. */
  readonly taxId?: string;
  /** Readers of a multiple-user licence, the buyer among them. Orders keep the number that they were sold with. */
  readonly teamSeats: number;
  /** Where transfers go. */
  readonly bank: { readonly holder: string; readonly iban: string; readonly bic: string };
  readonly socialMedia: Readonly<Partial<Record<SocialNetwork, string>>>;
};

/** As the database keeps it: the number of team seats may be missing, and has a default. */
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

/** All that an empty store is filled with. */
export type SeedContent = {
  readonly site: SiteInfo;
  readonly metas: readonly (PageMeta & { readonly type: number })[];
  readonly policies: readonly (Policy & { readonly name: PolicyName })[];
  readonly services: readonly Omit<Service, 'id'>[];
  readonly blogPosts: readonly (Omit<Post, 'id'> & { readonly reportCode?: string })[];
  readonly pressReleases: readonly Omit<Post, 'id'>[];
  readonly testimonials: readonly Omit<Testimonial, 'id'>[];
  readonly clients: readonly { readonly name: string; readonly image: string | null }[];
  readonly faqs: readonly { readonly title: string; readonly html: string }[];
  readonly countries: readonly Omit<Country, 'id'>[];
};

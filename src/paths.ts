/** Builds every URL that pages link to; also runs in the browser. */
import type { Licence } from '#core/catalogue/reports/licence.model.ts';

const toQueryString = (values: Record<string, string | number | undefined>): string => {
  const query = new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString();
  return query === '' ? '' : `?${query}`;
};

const toListPage = (path: string, page?: number): string =>
  path + toQueryString({ page: page === 1 ? undefined : page });

export const paths = {
  home: (values: { industry?: string } = {}) => `/${toQueryString(values)}`,
  industries: (page?: number) => toListPage('/industries', page),
  industry: (slug: string, page?: number) => toListPage(`/industries/${slug}`, page),
  author: (slug: string, page?: number) => toListPage(`/author/${slug}`, page),
  reportStore: (page?: number) => toListPage('/report-store', page),
  /** The numbers of the store's picture of growth. */
  growth: () => '/report-store/growth',
  report: (slug: string) => `/${slug}`,
  reportDetails: (slug: string) => `/report-details/${slug}`,
  /** A chart of a report as a page of its own, which other sites may frame; and its files. */
  chart: (code: string, key: string) => `/chart/${code}/${key}`,
  chartCsv: (code: string, key: string) => `/chart/${code}/${key}.csv`,
  chartPng: (code: string, key: string) => `/chart/${code}/${key}.png`,
  services: () => '/services',
  search: (query?: string, filters: Readonly<Record<string, string>> = {}, page?: number) =>
    `/custom_search${toQueryString({ q: query, ...filters, page: page === 1 ? undefined : page })}`,
  checkout: (id: string | number, type: Licence) => `/buy-now${toQueryString({ id, type })}`,
  /**
   * The checkout with the billing details that were typed before. `another` is an order for the same
   * licence beside which the buyer wants to place one.
   */
  resumeCheckout: (id: string, type: Licence, another?: string) =>
    `/buy-now${toQueryString({ id, type, again: 1, another })}`,
  orderPage: (order?: string) => `/payment-success${toQueryString({ order })}`,
  /** A picture of the publisher by its name in the data; one of another host by its URL. */
  picture: (name: string) => (/^https?:/.test(name) ? name : `/picture/${name}`),
  download: (token: string) => `/download/${token}`,
  document: (token: string) => `/paper/${token}`,
  certificatePdf: (token: string) => `/certificate/${token}`,
  verifyCertificate: (token: string) => `/verify/${token}`,
  acceptedTerms: (hash: string) => `/accepted-terms/${hash}`,
  renewDownload: () => '/renew-download',
  requestDetails: (code: string) => `/request-details/${code}`,
  sample: (code: string) => `/sample/${code}`,
  discount: (code: string) => `/discount/${code}`,
  inquiry: (code: string) => `/inquiry/${code}`,
  customization: (code: string) => `/customization/${code}`,
  about: () => '/about',
  contact: () => '/contact',
  blog: (page?: number) => toListPage('/blog', page),
  blogPost: (slug: string) => `/blog-detail/${slug}`,
  pressReleases: (page?: number) => toListPage('/press-release', page),
  pressRelease: (slug: string) => `/press-details/${slug}`,
  testimonials: () => '/testimonials',
  clients: () => '/client',
  career: () => '/career',
  faq: () => '/faq',
  becomeReseller: () => '/become-reseller',
  /** `form` and what follows name the outcome that the page tells. */
  thankYou: (from?: string, outcome: { form?: string; email?: string; minutes?: number } = {}) =>
    `/thank-you${toQueryString({ from, form: outcome.form, email: outcome.email, minutes: outcome.minutes })}`,
  unsubscribe: (token: string) => `/unsubscribe/${token}`,
  newsletter: (token?: string) => (token ? `/newsletter/${token}` : '/newsletter'),
  login: () => '/login',
  signup: () => '/signup',
  forgotPassword: () => '/forgot-password',
  logout: () => '/logout',
  dataExport: () => '/profile/export',
  accountFormEndpoint: (kind: string) => `/data/account/${kind}`,
  profile: () => '/profile',
  /** A policy page by the address of its row; the specification's have names of their own. */
  policy: (address: string) => `/${address}`,
  termsAndConditions: () => '/terms-and-condition',
  privacyPolicy: () => '/privacy-policies',
  gdprPolicy: () => '/gdpr-policy',
  cookiePolicy: () => '/cookies',
  refundPolicy: () => '/refund-policy',
  howToOrder: () => '/how-to-order',
  methodology: () => '/research-methology',
  /** For search engines: the list of sitemaps, the one of pages and those of reports, from 1. */
  sitemap: () => '/sitemap.xml',
  pagesSitemap: () => '/sitemap-pages.xml',
  reportsSitemap: (part: number) => `/sitemap-reports-${part}.xml`,
  /** For programs that read for somebody, and for browsers that search by themselves. */
  llmsTxt: () => '/llms.txt',
  speculationRules: () => '/speculation-rules.json',
  openSearch: () => '/opensearch.xml',
  reportMarkdown: (slug: string) => `/${slug}.md`,
  /** The picture that other sites show of a page that is shared; `version` changes with it. */
  shareCard: (code = 'store', version?: string) =>
    `/share/${encodeURIComponent(code)}.png${toQueryString({ v: version })}`,
  /** The newest reports, of one industry or of all, posts and press releases, as Atom. */
  reportsFeed: () => '/feed/reports.atom',
  industryFeed: (slug: string) => `/feed/industries/${slug}.atom`,
  blogFeed: () => '/feed/blog.atom',
  pressFeed: () => '/feed/press-releases.atom',
  /** Endpoints for islands: they answer JSON. */
  cover: (code: string) => `/cover/${encodeURIComponent(code)}.svg`,
  /** The picture that its publisher gave, or the first page of its PDF. */
  coverPicture: (code: string, version?: string) =>
    `/cover/${encodeURIComponent(code)}.jpg${toQueryString({ v: version })}`,
  searchEndpoint: (query: string) => `/data/search${toQueryString({ q: query })}`,
  /** For the address bars of browsers. */
  suggestionsEndpoint: () => '/data/search/suggestions',
  leadFormEndpoint: (kind: string) => `/data/forms/${kind}`,
  latestReportsEndpoint: (industry: string) => `/data/latest${toQueryString({ industry })}`,
} as const;

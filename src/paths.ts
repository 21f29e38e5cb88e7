/** Builds every URL that we link to. Safe in the browser. */
import type { Licence } from '#core/catalogue/licence.model.ts';

const toQueryString = (values: Record<string, string | number | undefined>): string => {
  const query = new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString();
  return query === '' ? '' : `?${query}`;
};

export const paths = {
  home: (values: { industry?: string } = {}) => `/${toQueryString(values)}`,
  industries: () => '/industries',
  industry: (slug: string, page?: number) =>
    `/industries/${slug}${toQueryString({ page: page === 1 ? undefined : page })}`,
  reportStore: (page?: number) =>
    `/report-store${toQueryString({ page: page === 1 ? undefined : page })}`,
  report: (slug: string) => `/${slug}`,
  reportDetails: (slug: string) => `/report-details/${slug}`,
  services: () => '/services',
  search: (words?: string, filters: Readonly<Record<string, string>> = {}, page?: number) =>
    `/custom_search${toQueryString({ q: words, ...filters, page: page === 1 ? undefined : page })}`,
  checkout: (id: string | number, type: Licence) => `/buy-now${toQueryString({ id, type })}`,
  /** The checkout with what was typed for it before. */
  resumeCheckout: (id: string, type: Licence) => `/buy-now${toQueryString({ id, type, again: 1 })}`,
  orderPage: (order?: string) => `/payment-success${toQueryString({ order })}`,
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
  blog: () => '/blog',
  blogPost: (slug: string) => `/blog-detail/${slug}`,
  pressReleases: () => '/press-release',
  pressRelease: (slug: string) => `/press-details/${slug}`,
  testimonials: () => '/testimonials',
  clients: () => '/client',
  career: () => '/career',
  faq: () => '/faq',
  becomeReseller: () => '/become-reseller',
  thankYou: (from?: string) => `/thank-you${toQueryString({ from })}`,
  newsletter: (token?: string) => (token ? `/newsletter/${token}` : '/newsletter'),
  login: () => '/login',
  signup: () => '/signup',
  forgotPassword: () => '/forgot-password',
  logout: () => '/logout',
  dataExport: () => '/profile/export',
  accountFormEndpoint: (what: string) => `/data/account/${what}`,
  profile: () => '/profile',
  termsAndConditions: () => '/terms-and-condition',
  privacyPolicy: () => '/privacy-policies',
  gdprPolicy: () => '/gdpr-policy',
  cookiePolicy: () => '/cookies',
  refundPolicy: () => '/refund-policy',
  howToOrder: () => '/how-to-order',
  methodology: () => '/research-methology',
  /** Answers for islands, as JSON. */
  searchEndpoint: (words: string) => `/data/search${toQueryString({ q: words })}`,
  leadFormEndpoint: (kind: string) => `/data/forms/${kind}`,
  latestReportsEndpoint: (industry: string) => `/data/latest${toQueryString({ industry })}`,
} as const;

/** Reads of the contract whose answers are kept like pages. */
const cacheableApiCalls = new Set([
  'info',
  'metas',
  'industries',
  'industries-by-category',
  'service',
  'reports-detail',
  'report-request-sample',
  'blog',
  'blog-detail',
  'press-release',
  'press-release-detail',
  'client',
  'company',
  'faq',
  'country-with-phone-code',
  'openapi.json',
  'docs',
]);

/** First parts of addresses that are made anew for each request: personal, or with words that nobody repeats. */
const uncachedPathPrefixes = new Set([
  'custom_search',
  'buy-now',
  'payment-success',
  'download',
  'paper',
  'certificate',
  'verify',
  'seat',
  'join',
  'accepted-terms',
  'renew-download',
  'webhooks',
  'thank-you',
  'newsletter',
  'unsubscribe',
  'sample-file',
  'cover',
  'admin',
  'login',
  'logout',
  'signup',
  'forgot-password',
  'reset-password',
  'confirm-email',
  'profile',
  'data',
  'assets',
  '__manifest',
  'healthz',
  'favicon.svg',
  'robots.txt',
]);

/**
 * The query names that a page hangs on; any other name is dropped before the page is looked up or made.
 * undefined for addresses that are never kept.
 */
export function cacheKeyParams(pathname: string, query = ''): readonly string[] | undefined {
  if (pathname.startsWith('/admin/api/')) {
    if (pathname === '/admin/api/reports')
      return /(^|&)(page|per_page)=/.test(query) ? ['page', 'per_page'] : undefined;
    return cacheableApiCalls.has(pathname.split('/')[3] ?? '') ? [] : undefined;
  }
  if (uncachedPathPrefixes.has(pathname.split('/')[1] ?? '') || pathname.endsWith('.data'))
    return undefined;
  if (pathname === '/') return ['industry'];
  if (pathname === '/report-store' || pathname.startsWith('/industries/')) return ['page'];
  return [];
}

/** Addresses of everything that a store answers, made from its routes and its contract. */
import { endpoints } from '#src/api/endpoints.ts';
import { isOrderable } from '#core/catalogue/reports/licence.model.ts';
import routes from '#src/routes.ts';
import type { TestStore } from '../support/four-stores.ts';

export type Address = { readonly address: string; readonly status: number };

type RouteEntry = { readonly path?: string | undefined; readonly children?: readonly RouteEntry[] };

const listPatterns = (entries: readonly RouteEntry[]): string[] =>
  entries.flatMap(({ path, children = [] }) => [
    ...(path === undefined ? [] : [path]),
    ...listPatterns(children),
  ]);

export const at = (address: string, status = 200): Address => ({ address, status });

/**
 * Addresses of every page of `routes.ts`: each pattern with an address that leads somewhere and one
 * that does not. Throws for a pattern that nobody has listed here.
 */
export async function listPageAddresses(store: TestStore): Promise<Address[]> {
  const known: Readonly<Record<string, readonly Address[]>> = {
    ...(await listContentAddresses(store)),
    ...listReportAddresses(store),
    ...(await listOrderAddresses(store)),
    ...visitorAddresses,
  };
  const byCode = (pattern: string): Address[] => [
    at(`/${pattern.replace(':code', 'nothing')}`, 404),
    ...store.reports.map(({ code }) => at(`/${pattern.replace(':code', code)}`)),
  ];
  // The back office has tests of its own.
  const isPublic = (pattern: string): boolean => !/^admin(\/|$)/.test(pattern);
  return ['', ...listPatterns(routes).filter(isPublic)].flatMap((pattern) => {
    if (known[pattern]) return known[pattern];
    if (pattern.endsWith('/:code')) return byCode(pattern);
    if (pattern.includes(':')) throw new Error(`No address is known for ${pattern}`);
    return [at(`/${pattern}`)];
  });
}

/** Pages of those who are not logged in, and links that are not ours. */
const visitorAddresses: Readonly<Record<string, readonly Address[]>> = {
  'setup/:secret': [at(`/setup/${'0'.repeat(32)}`, 404)],
  'reset-password': [at('/reset-password?token=x', 404)],
  'confirm-email': [at('/confirm-email?token=x', 404)],
  profile: [at('/profile', 302)],
  'profile/export': [at('/profile/export', 302)],
  logout: [at('/logout', 302)],
  'preview/:id/:token': [at('/preview/1/nobody', 404)],
  'preview/post/:token': [at('/preview/post/nobody', 404)],
  'join/:number': [at('/join/X-1?signature=x', 404)],
  '*': [at('/a/b/c', 404)],
};

async function listContentAddresses({ server }: TestStore) {
  const { content, catalogue } = server.app;
  const subscriber = await server.db.selectFrom('subscriber').select('token').executeTakeFirst();
  const token = subscriber && server.vault.open(subscriber.token);
  const [blog] = await content.listPosts('blogPost', 1);
  const [press] = await content.listPosts('pressRelease', 1);
  const industries = await catalogue.industries.list();
  const authors = await catalogue.authors.listSlugs(20);
  const list = await (await fetch(`${server.url}/report-store`)).text();
  const hasGrowth = list.includes('href="/report-store/growth"');
  return {
    'report-store/growth': [at('/report-store/growth', hasGrowth ? 200 : 404)],
    'author/:slug': [at('/author/nobody', 404), ...authors.map((slug) => at(`/author/${slug}`))],
    'industries/:slug': [
      at('/industries/nothing', 404),
      ...industries.map(({ slug }) => at(`/industries/${slug}`)),
    ],
    'blog-detail/:slug': [blog ? at(`/blog-detail/${blog.slug}`) : at('/blog-detail/none', 404)],
    'press-details/:slug': [
      press ? at(`/press-details/${press.slug}`) : at('/press-details/none', 404),
    ],
    'newsletter/:token': [at('/newsletter/0', 404), at(`/newsletter/${token}`)],
    'unsubscribe/:token': [at(`/unsubscribe/${token}`)],
  };
}

const listReportAddresses = ({ reports, settings }: TestStore) => ({
  ':slug': [...reports.map(({ slug }) => at(`/${slug}`)), ...listPolicyAddresses(settings)],
  'report-details/:slug': reports.map(({ slug }) => at(`/report-details/${slug}`, 301)),
  custom_search: ['', '?q=a', '?q=zzzz', '?sort=cheapest'].map((query) =>
    at(`/custom_search${query}`),
  ),
  'buy-now': [
    at('/buy-now?id=nothing', 404),
    ...reports.map(({ code, prices }) =>
      at(`/buy-now?id=${code}`, isOrderable(prices) ? 200 : 422),
    ),
  ],
});

async function listOrderAddresses({ server: { db, vault } }: TestStore) {
  const seat = await db.selectFrom('seat').select('token').executeTakeFirst();
  const paid = await db
    .selectFrom('purchase')
    .select(['number', 'certificateToken', 'termsHash'])
    .where('certificateToken', 'is not', null)
    .executeTakeFirst();
  const open = (sealed: string | null | undefined) => sealed && vault.open(sealed);
  const own = (address: string): Address[] => (paid ? [at(address)] : []);
  return {
    'payment-success': [
      at('/payment-success', 422),
      ...own(`/payment-success?order=${paid?.number}`),
    ],
    'verify/:token': [at('/verify/0', 404), ...own(`/verify/${open(paid?.certificateToken)}`)],
    'seat/:token': [at('/seat/0', 404), ...own(`/seat/${open(seat?.token)}`)],
    'accepted-terms/:hash': [
      at('/accepted-terms/0', 404),
      ...(paid?.termsHash ? [at(`/accepted-terms/${paid.termsHash}`)] : []),
    ],
  };
}

/** As the specification spells them. */
const policyAddresses = {
  terms: 'terms-and-condition',
  privacy: 'privacy-policies',
  gdpr: 'gdpr-policy',
  cookies: 'cookies',
  refunds: 'refund-policy',
  'how-to-order': 'how-to-order',
  methodology: 'research-methology',
};

/** A policy that the publisher has not written has no page. */
const listPolicyAddresses = ({ policies }: TestStore['settings']): Address[] => [
  at('/gdpr-policies', 301),
  ...Object.entries(policyAddresses).map(([name, address]) =>
    at(`/${address}`, policies[name] ? 200 : 404),
  ),
];

/** Every call of the contract that reads. */
export function listApiAddresses({ reports }: TestStore): Address[] {
  const [report] = reports;
  return Object.values(endpoints).flatMap(({ method, path }) => {
    if (method !== 'get') return [];
    const address = `/admin/api${path}`;
    if (path === '/paypal/capture-order') return [at(address, 404)];
    if (!path.includes('{')) return [at(address)];
    const fill = (slug: string): string => address.replace(/\{\w+\}/, encodeURIComponent(slug));
    const nothing = at(fill('nothing'), 404);
    if (/report/.test(path)) return [nothing, ...reports.map(({ slug }) => at(fill(slug)))];
    if (/industries/.test(path) && report) return [nothing, at(fill(report.industrySlug))];
    return [nothing];
  });
}

/** Sitemaps, feeds, and what other programs read. */
export const listFeedAddresses = ({ reports }: TestStore): string[] => [
  '/sitemap.xml',
  '/sitemap-pages.xml',
  '/opensearch.xml',
  '/llms.txt',
  ...reports.map(({ slug }) => `/${slug}.md`),
  ...(reports.length > 0 ? ['/sitemap-reports-1.xml'] : []),
  ...['reports', 'blog', 'press-releases'].flatMap((name) => [
    `/feed/${name}.atom`,
    `/feed/${name}.rss`,
  ]),
  ...[...new Set(reports.map(({ industrySlug }) => industrySlug))].flatMap((slug) =>
    ['atom', 'rss'].map((format) => `/feed/industries/${slug}.${format}`),
  ),
];

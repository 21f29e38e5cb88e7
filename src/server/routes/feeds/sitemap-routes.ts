import { Readable } from 'node:stream';
import { Hono } from 'hono';
import type { SitemapReport } from '#core/catalogue/index.ts';
import { policyNames, type PolicyName } from '#core/content/model.ts';
import { paths } from '#src/paths.ts';
import { toResponseBody } from '../../http/file-response.ts';
import type { FeedOptions } from './feed-options.ts';
import {
  sitemapEnd,
  sitemapStart,
  writeSitemap,
  writeSitemapIndex,
  writeUrl,
  type SitemapUrl,
} from './sitemap.ts';

const headers = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=3600',
  'x-content-type-options': 'nosniff',
};

/**
 * `GET /robots.txt`, the key of IndexNow, the list of sitemaps that it names, and the sitemaps: one of pages and posts,
 * and of reports as many as there are 50,000 numbers of them. Only what is published is in them.
 */
export function sitemapRoutes({ app, origin, indexNowKey }: FeedOptions): Hono {
  const routes = new Hono();
  routes.get('/robots.txt', (c) =>
    c.text(writeRobots(origin), 200, { 'cache-control': 'public, max-age=3600' }),
  );
  // indexnow.org/documentation: the file proves that the site knows the key.
  routes.get('/:file{[a-zA-Z0-9-]{8,128}\\.txt}', (c, next) =>
    c.req.param('file') === `${indexNowKey}.txt`
      ? Promise.resolve(c.text(indexNowKey ?? ''))
      : next(),
  );
  routes.get(paths.sitemap(), async (c) => {
    const parts = await app.catalogue.listSitemapParts();
    const sitemaps = parts.map(({ part, lastModified }) => ({
      url: origin + paths.reportsSitemap(part),
      lastModified,
    }));
    const pages = { url: origin + paths.pagesSitemap() };
    return c.body(writeSitemapIndex([pages, ...sitemaps]), 200, headers);
  });
  routes.get(paths.pagesSitemap(), async (c) =>
    c.body(writeSitemap(await listPages(app, origin)), 200, headers),
  );
  routes.get('/:file{sitemap-reports-[1-9]\\d{0,5}\\.xml}', async (c) => {
    const part = Number(/\d+/.exec(c.req.param('file'))?.[0]);
    const reports = app.catalogue.streamSitemapPart(part);
    const first = await reports.next();
    if (first.done) return c.text('There is no such sitemap.\n', 404);
    const content = writeReports(first.value, reports, origin);
    return c.body(toResponseBody(Readable.from(content, { objectMode: false })), 200, headers);
  });
  return routes;
}

/** What nobody searches for: visitors' own pages, and calls of our scripts. */
const disallowed = [
  '/buy-now',
  '/payment-success',
  '/download/',
  '/paper/',
  '/data/',
  '/admin/',
  '/profile',
];

const writeRobots = (origin: string): string =>
  ['User-agent: *', ...disallowed.map((path) => `Disallow: ${path}`)].join('\n') +
  `\n\nSitemap: ${origin}${paths.sitemap()}\n`;

async function* writeReports(
  first: readonly SitemapReport[],
  others: AsyncGenerator<SitemapReport[]>,
  origin: string,
): AsyncGenerator<string> {
  const write = (reports: readonly SitemapReport[]): string =>
    reports
      .map(({ slug, code, lastModified }) =>
        writeUrl({
          url: origin + paths.report(slug),
          lastModified,
          imageUrl: origin + paths.cover(code),
        }),
      )
      .join('');
  yield sitemapStart + write(first);
  for await (const batch of others) yield write(batch);
  yield sitemapEnd;
}

/** Pages without an address in the database, and so without a day of their own. */
const plainPages = [
  paths.industries(),
  paths.reportStore(),
  paths.services(),
  paths.about(),
  paths.contact(),
  paths.testimonials(),
  paths.clients(),
  paths.career(),
  paths.faq(),
  paths.becomeReseller(),
];

/** A sitemap has 50,000 addresses at most, and other pages have room beside authors. */
const maxAuthors = 40_000;

const policyPaths: Readonly<Record<PolicyName, string>> = {
  terms: paths.termsAndConditions(),
  privacy: paths.privacyPolicy(),
  gdpr: paths.gdprPolicy(),
  cookies: paths.cookiePolicy(),
  refunds: paths.refundPolicy(),
  'how-to-order': paths.howToOrder(),
  methodology: paths.methodology(),
};

async function listPages(
  { catalogue, content }: FeedOptions['app'],
  origin: string,
): Promise<SitemapUrl[]> {
  const [industries, changes, authors, blog, press, policies] = await Promise.all([
    catalogue.listIndustries(),
    catalogue.listIndustryChanges(),
    catalogue.listAuthorSlugs(maxAuthors),
    content.listPosts('blogPost'),
    content.listPosts('pressRelease'),
    Promise.all(policyNames.map(async (name) => ({ name, policy: await content.getPolicy(name) }))),
  ]);
  const newest = Math.max(...[...changes.values()].map(Number));
  const page = (path: string, lastModified?: Date): SitemapUrl => ({
    url: origin + path,
    lastModified,
  });
  return [
    page(paths.home(), Number.isFinite(newest) ? new Date(newest) : undefined),
    ...plainPages.map((path) => page(path)),
    ...industries.map(({ slug }) => page(paths.industry(slug), changes.get(slug))),
    ...authors.map((slug) => page(paths.author(slug))),
    page(paths.blog(), blog[0] && new Date(blog[0].createdAt)),
    ...blog.map((post) => page(paths.blogPost(post.slug), new Date(post.createdAt))),
    page(paths.pressReleases(), press[0] && new Date(press[0].createdAt)),
    ...press.map((post) => page(paths.pressRelease(post.slug), new Date(post.createdAt))),
    ...policies.flatMap(({ name, policy }) =>
      policy ? [page(policyPaths[name], new Date(policy.updatedOn))] : [],
    ),
  ];
}

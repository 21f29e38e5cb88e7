import { Hono } from 'hono';
import type { SitemapReport } from '#core/catalogue/index.ts';
import { paths } from '#src/paths.ts';
import { openStreamedBody } from '#src/streamed-body.ts';
import { hashForEtag, holdsEtag } from '../../http/etag.ts';
import type { FeedOptions } from './feed-options.ts';
import { writeRobots } from './robots-txt.ts';
import { escapeXml, xmlDeclaration } from './xml.ts';

const headers = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=3600',
  'x-content-type-options': 'nosniff',
};

/**
 * `GET /robots.txt`, the key of IndexNow, the list of sitemaps that it names, and the sitemaps: one
 * of pages and posts, and of reports as many as there are 50,000 numbers of them. Only what is
 * published is in them.
 */
export function sitemapRoutes({ app, origin, indexNowKey }: FeedOptions): Hono {
  const routes = new Hono();
  routes.get('/robots.txt', (c) =>
    c.text(writeRobots(origin), 200, { 'cache-control': 'public, max-age=3600' }),
  );
  // indexnow.org/documentation: the file proves that the site knows the key.
  routes.get('/:file{[a-zA-Z0-9-]{8,128}\\.txt}', (c, next) =>
    indexNowKey !== undefined && c.req.param('file') === `${indexNowKey}.txt`
      ? Promise.resolve(c.text(indexNowKey))
      : next(),
  );
  routes.get(paths.sitemap(), async (c) => {
    const parts = await app.catalogue.feeds.listSitemapParts();
    const sitemaps = parts.map(({ part, lastModified }) => ({
      url: origin + paths.reportsSitemap(part),
      lastModified,
    }));
    const pages = { url: origin + paths.pagesSitemap() };
    return c.body(writeSitemapIndex([pages, ...sitemaps]), 200, headers);
  });
  routes.get(paths.pagesSitemap(), async (c) =>
    c.body(writeSitemap(await listSitemapPages(app, origin)), 200, headers),
  );
  routes.get('/:file{sitemap-reports-[1-9]\\d{0,5}\\.xml}', async (c) => {
    const part = Number(/\d+/.exec(c.req.param('file'))?.[0]);
    const digest = await app.catalogue.feeds.digestSitemapPart(part);
    if (digest === undefined) return c.text('There is no such sitemap.\n', 404);
    const hash = hashSitemap(digest, origin);
    const etag = `W/"${hash}"`;
    if (holdsEtag(c.req.header('if-none-match'), hash))
      return c.body(null, 304, { 'cache-control': headers['cache-control'], etag });
    const content = writeReports(app.catalogue.feeds.streamSitemapPart(part), origin);
    return c.body(await openStreamedBody(content), 200, { ...headers, etag });
  });
  return routes;
}

/** Another one if reports, the site's address or the form of an entry are others. */
const hashSitemap = (digest: string, origin: string): string =>
  hashForEtag(`${digest}${sitemapStart}${writeReport(sampleReport, origin)}`);

const sampleReport = { id: 1, slug: 'slug', code: 'CODE', lastModified: new Date(0) };

const writeReport = ({ slug, code, lastModified }: SitemapReport, origin: string): string =>
  writeUrl({
    url: origin + paths.report(slug),
    lastModified,
    imageUrl: origin + paths.cover(code),
  });

async function* writeReports(
  reports: AsyncGenerator<SitemapReport[]>,
  origin: string,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let start = sitemapStart;
  for await (const batch of reports) {
    yield encoder.encode(start + batch.map((report) => writeReport(report, origin)).join(''));
    start = '';
  }
  yield encoder.encode(start + sitemapEnd);
}

type App = FeedOptions['app'];

/** A sitemap has 50,000 addresses at most, and other pages have room beside authors. */
const maxAuthors = 40_000;

/** Every page but reports that is to be found: one that has nothing to show yet asks not to be. */
async function listSitemapPages(
  { catalogue, content }: App,
  origin: string,
): Promise<SitemapUrl[]> {
  const [catalogues, posts, plain, policies] = await Promise.all([
    listCataloguePages(catalogue),
    listPostPages(content),
    listPlainPages(content),
    content.listPolicyPages(),
  ]);
  const written = policies.map(({ address, policy }) =>
    page(paths.policy(address), new Date(policy.updatedOn)),
  );
  return [...catalogues, ...plain, ...posts, ...written].map(({ path, lastModified }) => ({
    url: origin + path,
    lastModified,
  }));
}

type Page = { readonly path: string; readonly lastModified?: Date | undefined };
const page = (path: string, lastModified?: Date): Page => ({ path, lastModified });

async function listCataloguePages(catalogue: App['catalogue']): Promise<Page[]> {
  const [industries, changes, authors] = await Promise.all([
    catalogue.industries.list(),
    catalogue.feeds.listIndustryChanges(),
    catalogue.authors.listSlugs(maxAuthors),
  ]);
  const withReports = industries.filter(({ reports }) => reports > 0);
  const newest = Math.max(...[...changes.values()].map(Number));
  return [
    page(paths.home(), Number.isFinite(newest) ? new Date(newest) : undefined),
    ...(industries.length > 0 ? [page(paths.industries())] : []),
    ...(withReports.length > 0 ? [page(paths.reportStore())] : []),
    ...withReports.map(({ slug }) => page(paths.industry(slug), changes.get(slug))),
    ...authors.map((slug) => page(paths.author(slug))),
  ];
}

/** Pages without a day of their own. */
async function listPlainPages(content: App['content']): Promise<Page[]> {
  const [services, testimonials, clients, faqs] = await Promise.all([
    content.listServices(),
    content.listTestimonials(),
    content.listClientLogos(),
    content.listFaqs(),
  ]);
  return [
    paths.search(),
    paths.about(),
    paths.contact(),
    paths.career(),
    paths.becomeReseller(),
    ...(services.length > 0 ? [paths.services()] : []),
    ...(testimonials.length > 0 ? [paths.testimonials()] : []),
    ...(clients.length > 0 ? [paths.clients()] : []),
    ...(faqs.length > 0 ? [paths.faq()] : []),
  ].map((path) => page(path));
}

async function listPostPages(content: App['content']): Promise<Page[]> {
  const kinds = [
    { kind: 'blogPost', list: paths.blog(), toPath: paths.blogPost },
    { kind: 'pressRelease', list: paths.pressReleases(), toPath: paths.pressRelease },
  ] as const;
  const pages = await Promise.all(
    kinds.map(async ({ kind, list, toPath }) => {
      const posts = await content.listPostAddresses(kind);
      if (posts.length === 0) return [];
      const newest = Math.max(...posts.map(({ updatedAt }) => updatedAt.getTime()));
      return [
        page(list, new Date(newest)),
        ...posts.map(({ slug, updatedAt }) => page(toPath(slug), updatedAt)),
      ];
    }),
  );
  return pages.flat();
}

/** Sitemaps as sitemaps.org/protocol.html and Google's image extension describe them. */
type SitemapUrl = {
  readonly url: string;
  readonly lastModified?: Date | undefined;
  readonly imageUrl?: string | undefined;
};

/** The beginning and the end of a sitemap; between them stand the elements of `writeUrl`. */
const sitemapStart =
  xmlDeclaration +
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ' +
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n';
const sitemapEnd = '</urlset>\n';

const writeUrl = ({ url, lastModified, imageUrl }: SitemapUrl): string =>
  `<url>${writeLocation(url, lastModified)}${
    imageUrl === undefined
      ? ''
      : `<image:image><image:loc>${escapeXml(imageUrl)}</image:loc></image:image>`
  }</url>\n`;

/** A sitemap that is small enough to be one text. */
const writeSitemap = (urls: readonly SitemapUrl[]): string =>
  sitemapStart + urls.map(writeUrl).join('') + sitemapEnd;

/** The list of all sitemaps. */
const writeSitemapIndex = (sitemaps: readonly SitemapUrl[]): string =>
  `${xmlDeclaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${sitemaps
    .map(({ url, lastModified }) => `<sitemap>${writeLocation(url, lastModified)}</sitemap>\n`)
    .join('')}</sitemapindex>\n`;

const writeLocation = (url: string, lastModified: Date | undefined): string =>
  `<loc>${escapeXml(url)}</loc>${
    lastModified === undefined ? '' : `<lastmod>${lastModified.toISOString()}</lastmod>`
  }`;

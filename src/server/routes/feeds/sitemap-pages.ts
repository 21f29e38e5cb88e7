import { paths } from '#src/paths.ts';
import type { FeedOptions } from './feed-options.ts';
import type { SitemapUrl } from './sitemap.ts';

type App = FeedOptions['app'];

/** A sitemap has 50,000 addresses at most, and other pages have room beside authors. */
const maxAuthors = 40_000;

/** Every page but reports that is to be found: one that has nothing to show yet asks not to be. */
export async function listSitemapPages(
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
    catalogue.listIndustries(),
    catalogue.listIndustryChanges(),
    catalogue.listAuthorSlugs(maxAuthors),
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
      const posts = await content.listPosts(kind);
      if (posts.length === 0) return [];
      return [
        page(list, new Date(Math.max(...posts.map(({ updatedAt }) => Date.parse(updatedAt))))),
        ...posts.map(({ slug, updatedAt }) => page(toPath(slug), new Date(updatedAt))),
      ];
    }),
  );
  return pages.flat();
}

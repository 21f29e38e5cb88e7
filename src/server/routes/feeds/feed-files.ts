import type { FeedReport } from '#core/catalogue/index.ts';
import type { Post } from '#core/content/model.ts';
import { paths } from '#src/paths.ts';
import type { FeedOptions } from './feed-options.ts';
import { feedTypes, writeFeed, type Feed, type FeedEntry, type FeedFormat } from './syndication.ts';

/** A file made of what is published. It is cached like a page, under the tags of what it shows. */
export type FeedFile = {
  readonly type: string;
  readonly body: string;
  readonly tags: readonly string[];
  /** The address of which this is another form. */
  readonly canonicalUrl?: string;
};

const maxEntries = 50;

type FeedKind =
  | { readonly kind: 'reports' | 'blog' | 'press-releases' }
  | { readonly kind: 'industry'; readonly slug: string };
type Listed = Pick<Feed, 'title' | 'pageUrl' | 'entries'> & { readonly tags: readonly string[] };

/** True for addresses that `findFeedFile` may know. */
export const isFeedPath = (path: string): boolean => path.startsWith('/feed/');

/** The newest reports, of all industries or of one, posts or press releases, as Atom or RSS. */
export async function findFeedFile(
  options: FeedOptions,
  path: string,
): Promise<FeedFile | undefined> {
  const { app, origin } = options;
  const [, name = '', format] = /^\/feed\/([a-z0-9/-]+)\.(atom|rss)$/.exec(path) ?? [];
  const kind = readKind(name);
  if (!kind || (format !== 'atom' && format !== 'rss')) return undefined;
  const { siteName } = await app.store.getSiteInfo();
  const listed = await listEntries(options, kind);
  if (!listed) return undefined;
  const { tags, title, pageUrl, entries } = listed;
  const feed: Feed = {
    id: buildId(origin, `feed/${name}`),
    title: `${title} | ${siteName}`,
    description: `${title}, newest first.`,
    publisher: siteName,
    pageUrl,
    selfUrl: origin + buildFeedPath(name, format),
    entries,
  };
  return { type: feedTypes[format], body: writeFeed(feed, format), tags: ['site', ...tags] };
}

const buildFeedPath = (name: string, format: FeedFormat): string => `/feed/${name}.${format}`;

function readKind(name: string): FeedKind | undefined {
  if (name === 'reports' || name === 'blog' || name === 'press-releases') return { kind: name };
  const [, slug] = /^industries\/([a-z0-9-]+)$/.exec(name) ?? [];
  return slug === undefined ? undefined : { kind: 'industry', slug };
}

/** undefined for an unknown industry. */
async function listEntries(options: FeedOptions, feed: FeedKind): Promise<Listed | undefined> {
  const { app, origin } = options;
  if ('slug' in feed) {
    const industry = await app.catalogue.industries.get(feed.slug);
    if (!industry) return undefined;
    return {
      title: `${industry.name} market reports`,
      pageUrl: origin + paths.industry(industry.slug),
      ...(await listReports(options, industry.slug)),
    };
  }
  if (feed.kind !== 'reports') return listPosts(options, feed.kind);
  const pageUrl = origin + paths.reportStore();
  return { title: 'Market reports', pageUrl, ...(await listReports(options)) };
}

async function listReports({ app, origin }: FeedOptions, industrySlug?: string) {
  const reports = await app.catalogue.feeds.listReports(maxEntries, industrySlug);
  return {
    entries: reports.map((report) => toReportEntry(report, origin)),
    tags: ['catalogue', 'report-texts'],
  };
}

async function listPosts(
  { app, origin }: FeedOptions,
  kind: 'blog' | 'press-releases',
): Promise<Listed> {
  const isBlog = kind === 'blog';
  const posts = await app.content.listPosts(isBlog ? 'blogPost' : 'pressRelease', maxEntries);
  const toEntry = ({ id, slug, name, html, createdAt, updatedAt }: Post): FeedEntry => ({
    id: buildId(origin, `${kind}/${id}`),
    url: origin + (isBlog ? paths.blogPost(slug) : paths.pressRelease(slug)),
    title: name,
    publishedAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
    // Readers of feeds show it at an address of their own.
    content: { type: 'html', value: html.replaceAll(/ (src|href)="\/(?!\/)/g, ` $1="${origin}/`) },
  });
  return {
    title: isBlog ? 'Blog' : 'Press releases',
    pageUrl: origin + (isBlog ? paths.blog() : paths.pressReleases()),
    entries: posts.map(toEntry),
    tags: [],
  };
}

const toReportEntry = (report: FeedReport, origin: string): FeedEntry => ({
  id: buildId(origin, `report/${report.code}`),
  url: origin + paths.report(report.slug),
  title: report.title,
  publishedAt: new Date(report.publishedOn),
  updatedAt: report.lastModified,
  content: { type: 'text', value: report.shortDescription || report.title },
});

/** A tag URI (RFC 4151): a name that stays when an address changes. */
const buildId = (origin: string, name: string): string =>
  `tag:${new URL(origin).hostname},2026:${encodeURI(name)}`;

import { escapeMarkdown } from '#core/catalogue/rich-text/rich-text-markdown.model.ts';
import { paths } from '#src/paths.ts';
import { findFeedFile, isFeedPath, type FeedFile } from './feed-files.ts';
import type { FeedOptions } from './feed-options.ts';
import { writeLlmsTxt } from './llms-txt.ts';
import { openSearchType, writeOpenSearch } from './open-search.ts';
import { writeReportMarkdown } from './report-markdown.ts';
import { speculationRules } from './speculation-rules.ts';

export const markdownType = 'text/markdown; charset=utf-8';

/** The slug of an address that is the Markdown form of a report; undefined for all others. */
export const findMarkdownSlug = (path: string): string | undefined =>
  /^\/([^/]+)\.md$/.exec(path)?.[1];

/** True for addresses that `findSiteFile` may know. */
export const isSiteFilePath = (path: string): boolean =>
  isFeedPath(path) ||
  path === paths.llmsTxt() ||
  path === paths.openSearch() ||
  path === paths.speculationRules() ||
  findMarkdownSlug(path) !== undefined;

/** Where a file is now, or what is said of one that was withdrawn. */
type FormerFile = { readonly movedTo: string } | { readonly withdrawn: string };

/** Files of the store for search engines and other programs; undefined for an unknown address. */
export async function findSiteFile(
  options: FeedOptions,
  path: string,
): Promise<FeedFile | FormerFile | undefined> {
  const { app, origin } = options;
  if (isFeedPath(path)) return findFeedFile(options, path);
  if (path === paths.llmsTxt())
    return {
      type: 'text/plain; charset=utf-8',
      body: await writeLlmsTxt(options),
      tags: ['site', 'catalogue'],
    };
  if (path === paths.openSearch()) {
    const { siteName } = await app.store.getSiteInfo();
    const type = `${openSearchType}; charset=utf-8`;
    return { type, body: writeOpenSearch({ siteName, origin }), tags: ['site'] };
  }
  if (path === paths.speculationRules())
    return { type: 'application/speculationrules+json', body: speculationRules, tags: ['site'] };
  return findReportMarkdown(options, path);
}

/** The Markdown form of a report's page: its address with `.md` behind it. */
async function findReportMarkdown(
  { app, origin }: FeedOptions,
  path: string,
): Promise<FeedFile | FormerFile | undefined> {
  const slug = findMarkdownSlug(path);
  if (slug === undefined) return undefined;
  const report = await app.catalogue.reports.get(slug);
  if (!report) return findFormerMarkdown({ app, origin }, slug);
  const site = await app.store.getSiteInfo();
  return {
    type: markdownType,
    body: writeReportMarkdown(report, { site, origin }),
    tags: ['site', `report:${report.slug}`, `industry:${report.industrySlug}`],
    canonicalUrl: origin + paths.report(report.slug),
  };
}

async function findFormerMarkdown(
  { app, origin }: FeedOptions,
  slug: string,
): Promise<FormerFile | undefined> {
  const former = await app.catalogue.reports.findFormer(slug);
  if (former?.kind === 'moved') return { movedTo: paths.reportMarkdown(former.slug) };
  if (!former) return undefined;
  const { industry, industrySlug } = former;
  const others = `[${escapeMarkdown(industry)}](<${origin}${paths.industry(industrySlug)}>)`;
  return {
    withdrawn:
      `# ${escapeMarkdown(former.title)}\n\nThis report was withdrawn and is no longer ` +
      `sold. Other reports: ${others}.\n`,
  };
}

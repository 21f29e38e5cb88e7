import { escapeMarkdown } from '#core/catalogue/rich-text/rich-text-markdown.model.ts';
import { paths } from '#src/paths.ts';
import type { FeedOptions } from './feed-options.ts';

/**
 * Writes what the store is and where to read on, for programs that read for somebody (llmstxt.org).
 */
export async function writeLlmsTxt({ app, origin }: FeedOptions): Promise<string> {
  const [{ siteName, email }, industries, policies] = await Promise.all([
    app.store.getSiteInfo(),
    app.catalogue.industries.list(),
    app.content.listPolicyPages(),
  ]);
  const withReports = industries.filter(({ reports }) => reports > 0);
  const link = (title: string, path: string, what: string): string =>
    `- [${escapeMarkdown(title)}](<${origin}${path}>): ${what}`;
  return [
    `# ${escapeMarkdown(siteName)}`,
    '> Market research reports. Each can be read about for free and bought online.',
    'Every report page is also Markdown: ask for it with `Accept: text/markdown`, or add `.md` to its address. ' +
      'Prices are final and in the currency that is named. A report is ordered by a person at its page; ' +
      `questions before an order: ${escapeMarkdown(email || origin + paths.contact())}.`,
    '## Find a report',
    [
      link('Search', `${paths.search()}?q=lithium`, 'all reports by words in `q`'),
      link('Sitemap', paths.sitemap(), 'all addresses with the day of their last change'),
      link('Newest reports', paths.reportsFeed(), 'Atom'),
      link('JSON API', '/admin/api/docs', 'reports, industries and orders'),
    ].join('\n'),
    ...part(
      'Industries',
      withReports.map(({ name, slug, reports }) =>
        link(name, paths.industry(slug), reports === 1 ? '1 report' : `${reports} reports`),
      ),
    ),
    ...part(
      'Terms',
      policies.map(({ name, address, policy }) =>
        link(name, paths.policy(address), policy.description || policy.title),
      ),
    ),
    '',
  ].join('\n\n');
}

const part = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')];

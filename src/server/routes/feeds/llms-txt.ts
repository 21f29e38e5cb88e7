import { escapeMarkdown } from '#core/catalogue/rich-text-markdown.model.ts';
import { paths } from '#src/paths.ts';
import type { FeedOptions } from './feed-options.ts';

/** What the store is and where to read on, for programs that read for somebody (llmstxt.org). */
export async function writeLlmsTxt({ app, origin }: FeedOptions): Promise<string> {
  const [{ siteName, email }, industries] = await Promise.all([
    app.store.getSiteInfo(),
    app.catalogue.listIndustries(),
  ]);
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
    '## Industries',
    industries
      .filter(({ reports }) => reports > 0)
      .map(({ name, slug, reports }) => link(name, paths.industry(slug), `${reports} reports`))
      .join('\n'),
    '## Terms',
    [
      link('Terms', paths.termsAndConditions(), 'what a licence allows'),
      link('Refunds', paths.refundPolicy(), 'when money goes back'),
      link('How to order', paths.howToOrder(), 'payment and delivery'),
    ].join('\n'),
    '',
  ].join('\n\n');
}

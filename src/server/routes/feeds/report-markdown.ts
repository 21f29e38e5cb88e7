import { describeSubject, describeUnit, findChart } from '#core/catalogue/drawing/charts.model.ts';
import { listOffers } from '#core/catalogue/reports/licence.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import type { ContentsEntry } from '#core/catalogue/reports/report-input.model.ts';
import {
  escapeMarkdown,
  renderMarkdown,
} from '#core/catalogue/rich-text/rich-text-markdown.model.ts';
import { formatPrice } from '#core/kernel/money.model.ts';
import type { SiteInfo } from '#core/store/model.ts';
import { paths } from '#src/paths.ts';

type Place = {
  readonly site: Pick<SiteInfo, 'siteName' | 'currency' | 'licences' | 'taxNote'>;
  readonly origin: string;
};

/** Writes a report's public page as Markdown, for programs that read for somebody. */
export function writeReportMarkdown(report: Report, { site, origin }: Place): string {
  const describeChart = (key: string): string => {
    const chart = findChart(report.figures, key);
    if (!chart) return '';
    const csv = origin + paths.chartCsv(report.code, key);
    const about = `${describeSubject(chart)}, ${describeUnit(chart)}`;
    return `**${escapeMarkdown(chart.finding)}** ${escapeMarkdown(about)} ([CSV](<${csv}>))`;
  };
  const part = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`## ${title}\n\n${lines.join('\n')}`];
  const list = (items: readonly string[]): string[] =>
    items.map((item) => `- ${escapeMarkdown(item)}`);
  return [
    `# ${escapeMarkdown(report.title)}`,
    escapeMarkdown(report.shortDescription),
    part('Facts', list(listFacts(report, { site, origin }))).join(''),
    ...part('Licences and prices', listPrices(report, { site, origin })),
    ...part('Key figures', list(report.keyFigures.map(describeKeyFigure))),
    ...part(
      'Description',
      [renderMarkdown(report.description, { describeChart, origin })].filter(Boolean),
    ),
    ...part('Table of contents', listContents(report.contents)),
    ...part('Tables', list(report.tableTitles)),
    ...part('Figures', list(report.figureTitles)),
    ...part(
      'Segmentation',
      list(report.segmentation.map(({ by, items }) => `By ${by}: ${items.join(', ')}`)),
    ),
    ...part('Companies', list(report.companies)),
    ...report.faqs.map(
      ({ question, answer }) => `## ${escapeMarkdown(question)}\n\n${escapeMarkdown(answer)}`,
    ),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
    .concat('\n');
}

const describeKeyFigure = ({
  label,
  value,
  years,
  isComputed,
}: Report['keyFigures'][number]): string =>
  `${label}: ${value}${years ? `, ${years}` : ''}${isComputed ? ' (computed by us)' : ''}`;

function listFacts(report: Report, { site, origin }: Place): string[] {
  const { periodFrom, periodTo, forecastTo } = report;
  const period = periodFrom === undefined ? '' : `${periodFrom}–${periodTo ?? ''}`;
  const facts: readonly (readonly [string, string])[] = [
    ['Publisher', site.siteName],
    ['Code', report.code],
    ['Industry', report.industry],
    ['Published', report.publishedOn],
    ['Pages', report.pages === undefined ? '' : String(report.pages)],
    ['Geography', report.geography.join(', ')],
    ['Period', period + (period && forecastTo ? `, forecast to ${forecastTo}` : '')],
    ['Page', origin + paths.report(report.slug)],
    ['Free sample', origin + paths.sample(report.code)],
  ];
  return facts.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
}

const listPrices = (report: Report, { site, origin }: Place): string[] =>
  listOffers(report.prices, site.licences).map(({ terms, price }) => {
    const tax = site.taxNote === '' || price === 'on-request' ? '' : ` ${site.taxNote}`;
    const where =
      price === 'on-request' ? paths.inquiry(report.code) : paths.checkout(report.code, terms.id);
    const what = `${terms.name}: ${formatPrice(price, site.currency)}${tax}. ${terms.rights}`;
    return `- ${escapeMarkdown(what)} [Order](<${origin}${where}>)`;
  });

const listContents = (entries: readonly ContentsEntry[], depth = 0): string[] =>
  entries.flatMap(({ title, children }) => [
    `${'  '.repeat(depth)}- ${escapeMarkdown(title)}`,
    ...(children ? listContents(children, depth + 1) : []),
  ]);

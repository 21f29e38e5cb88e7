import type { Source } from '#core/catalogue/figures/figures.model.ts';
import type { ReportParts } from '#core/catalogue/reports/report-input.model.ts';
import { addFacts } from '#core/catalogue/reports/describe-report.ts';
import { toReportContent } from '#core/catalogue/reports/report-content.model.ts';
import type { ReportDocument } from '#core/catalogue/reports/report-document.model.ts';
import type { ReportText } from './demo-text.ts';
import type { RichText, RichTextBlock } from '#core/catalogue/rich-text/rich-text.model.ts';
import type { VersionParts } from '#core/catalogue/reports/report-version.model.ts';
import { writeDemoReports, type DemoReport } from './demo-reports.ts';

export type DemoInput = { readonly code: string } & Partial<ReportParts>;

/** Every report of the demo as a publisher would give it, in the order of the catalogue. */
export function writeReportInputs(
  readDemoFile: (name: string) => unknown,
  sources: readonly Source[],
): DemoInput[] {
  const pageCounts = readDemoFile('pages.json') as Record<string, number>;
  return writeDemoReports(readDemoFile).map((report) => ({
    ...toReportInput(report, sources),
    pages: pageCounts[report.code] ?? 12,
  }));
}

/** Without the number of pages, which is counted. */
function toReportInput(report: DemoReport, sources: readonly Source[]): DemoInput {
  const { text, figures } = report;
  const sourceIds = new Set([...figures.series, ...figures.rankings].map(({ source }) => source));
  return {
    code: report.code,
    slug: report.slug,
    title: text.title,
    industry: report.industrySlug,
    state: 'published',
    delivery: { kind: 'made' },
    publishedOn: report.publishedOn,
    prices: report.prices,
    authors: [capitalizeFirst(text.desk)],
    shortDescription: text.shortDescription,
    description: writeDescription(text),
    keyFigures: text.keyFigures.map(({ computed, ...figure }) => ({
      ...figure,
      isComputed: computed,
    })),
    contents: text.contents,
    segmentation: text.segments,
    relatedCodes: text.related ?? [],
    faqs: text.faqs,
    keywords: text.keywords,
    synonyms: report.searchSynonyms,
    metaTitle: text.metaTitle,
    metaDescription: text.metaDescription,
    data: { figures, sources: sources.filter(({ id }) => sourceIds.has(id)).map(toSource) },
  };
}

/** Without the day from which its data could be used, which the demo's writer alone needs. */
const toSource = (source: Source): Source => ({
  id: source.id,
  name: source.name,
  publisher: source.publisher,
  licence: source.licence,
  attribution: source.attribution,
  url: source.url,
  vintage: source.vintage,
  notes: source.notes,
});

const capitalizeFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const heading = (text: string): RichTextBlock => ({ kind: 'heading', level: 2, text });
const paragraph = (text: string): RichTextBlock => ({ kind: 'paragraph', runs: [{ text }] });

const titledList = (title: string, sentences: readonly string[]): RichTextBlock[] => [
  heading(title),
  {
    kind: 'list',
    isOrdered: false,
    items: sentences.map((text) => ({ runs: [{ text }] })),
  },
];

/** The subject, the analysis with its charts, what moves the market, and the method. */
const writeDescription = (text: ReportText): RichText => [
  paragraph(text.intro.join(' ')),
  ...text.analysis.flatMap(({ heading: title, paragraphs, charts }) => [
    heading(title),
    ...paragraphs.map(paragraph),
    ...charts.map((key): RichTextBlock => ({ kind: 'chart', key })),
  ]),
  ...titledList('What pushes it up', text.drivers),
  ...titledList('What holds it back', text.restraints),
  heading('Method'),
  ...text.method.map(paragraph),
];

/** A report of the demo as it is rendered, without a store: edition 1, by the demo's publisher. */
export function toReportDocument(
  report: DemoReport,
  sources: readonly Source[],
  industry: string,
): ReportDocument {
  const { data, ...parts } = toReportInput(report, sources);
  const { title, shortDescription } = report.text;
  const content = toReportContent(parts as VersionParts, shortDescription);
  const { figures } = report;
  return {
    ...content,
    publisher: 'Quillmark Insights',
    website: 'http://localhost:8080',
    code: report.code,
    title,
    shortDescription,
    industry,
    edition: 1,
    industrySlug: report.industrySlug,
    publishedOn: report.publishedOn,
    figures: addFacts({ figures, description: content.description }),
    sources: data?.sources ?? [],
  };
}

import type { ReportDocument } from '#core/catalogue/reports/report-document.model.ts';
import { nameSegmentation } from '#core/catalogue/figures/segmentation.model.ts';
import { glossary } from './glossary.ts';
import type { PdfBuilder } from './pdf-builder.ts';
import { addDescription } from './report-description.ts';
import type { ReportOutline } from './report-outline.ts';
import { addKeyFigures, attributionOf } from './report-parts.ts';
import { addRankingTable, addSeriesTable } from './report-tables.ts';

type Chapter = {
  readonly title: string;
  /** Headings within it that are in the contents. */
  readonly partCount: number;
  readonly add: (builder: PdfBuilder, outline: ReportOutline) => void;
};

/** The chapters that this report has: there is none without anything in it. */
function listChapters(document: ReportDocument): Chapter[] {
  const { keyFigures, description, segmentation, companies, figures, sources } = document;
  const dataTableCount = figures.series.length + figures.rankings.length;
  const chapters: (Chapter & { readonly isGiven: boolean })[] = [
    {
      title: 'Key figures',
      isGiven: keyFigures.length > 0,
      partCount: 0,
      add: (builder) => addKeyFigures(builder, document),
    },
    {
      title: 'The report',
      isGiven: description.length > 0,
      partCount: description.filter((block) => block.kind === 'heading' && block.level === 2)
        .length,
      add: (builder, outline) => addDescription(builder, outline, document),
    },
    {
      title: 'Segmentation',
      isGiven: segmentation.length > 0,
      partCount: segmentation.length,
      add: (builder, outline) => addSegmentation(builder, outline, document),
    },
    {
      title: 'Companies',
      isGiven: companies.length > 0,
      partCount: 0,
      add: (builder) => addLines(builder, companies),
    },
    {
      title: 'Data tables',
      isGiven: dataTableCount > 0,
      partCount: dataTableCount,
      add: (builder, outline) => addTables(builder, outline, document),
    },
    {
      title: 'Terms used',
      isGiven: dataTableCount > 0,
      partCount: 0,
      add: addGlossary,
    },
    {
      title: 'Sources',
      isGiven: sources.length > 0,
      partCount: 0,
      add: (builder) => addSources(builder, document),
    },
  ];
  return chapters.filter(({ isGiven }) => isGiven);
}

/** Chapters and parts that `addBody` writes: as many lines has the contents. */
export const countOutlineEntries = (document: ReportDocument): number =>
  listChapters(document).reduce((sum, { partCount }) => sum + 1 + partCount, 0);

/** Everything that stands after the contents, chapter by chapter. */
export function addBody(
  builder: PdfBuilder,
  outline: ReportOutline,
  document: ReportDocument,
): void {
  for (const { title, add } of listChapters(document)) {
    outline.addChapter(title);
    add(builder, outline);
  }
}

function addLines(builder: PdfBuilder, lines: readonly string[]): void {
  for (const line of lines) builder.addText(`–  ${line}`, 11, { gap: 5 });
  builder.addSpace(10);
}

function addSegmentation(
  builder: PdfBuilder,
  outline: ReportOutline,
  { segmentation }: ReportDocument,
): void {
  for (const { by, items } of segmentation) {
    outline.addPart(nameSegmentation(by), 80);
    addLines(builder, items);
  }
}

function addGlossary(builder: PdfBuilder): void {
  for (const [term, meaning] of glossary) {
    builder.addText(term, 11, { font: 'bold', gap: 3, keep: 40 });
    builder.addText(meaning, 11, { gap: 12 });
  }
}

function addTables(builder: PdfBuilder, outline: ReportOutline, document: ReportDocument): void {
  for (const series of document.figures.series) {
    outline.addPart(`${series.label} (${series.unit})`, 120);
    addSeriesTable(builder, series, attributionOf(document, series.source));
  }
  for (const ranking of document.figures.rankings) {
    outline.addPart(`${ranking.label}, ${ranking.year}`, 120);
    addRankingTable(builder, ranking, attributionOf(document, ranking.source));
  }
}

function addSources(builder: PdfBuilder, { sources }: ReportDocument): void {
  for (const source of sources) {
    builder.addText(source.name, 13, { font: 'bold', keep: 80 });
    for (const line of [
      `${source.publisher}. ${source.url}`,
      `Vintage: ${source.vintage}. Licence: ${source.licence}.`,
      source.attribution,
      ...source.notes,
    ])
      builder.addText(line, 10.5, { gap: 5 });
    builder.addSpace(12);
  }
}

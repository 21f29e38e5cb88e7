import { listCharts } from '#core/catalogue/charts.model.ts';
import type { ReportDocument } from '#core/catalogue/report-document.model.ts';
import { glossary } from './glossary.ts';
import type { PdfBuilder } from './pdf-builder.ts';
import type { ReportOutline } from './report-outline.ts';
import { addChart, addKeyFigures, attributionOf } from './report-parts.ts';
import { addRankingTable, addSeriesTable } from './report-tables.ts';

/** Chapters and parts that `addBody` writes: as many lines has the contents. */
export const countOutlineEntries = ({ text, figures }: ReportDocument): number =>
  13 +
  text.segments.length +
  text.analysis.length +
  figures.series.length +
  figures.rankings.length;

/** Everything that stands after the contents, chapter by chapter. */
export function addBody(
  builder: PdfBuilder,
  outline: ReportOutline,
  document: ReportDocument,
): void {
  outline.addChapter('Key figures');
  addKeyFigures(builder, document);
  outline.addChapter('The subject');
  addSubject(builder, outline, document);
  outline.addChapter('Analysis');
  addAnalysis(builder, outline, document);
  outline.addChapter('Segmentation');
  for (const { by, items } of document.text.segments) {
    outline.addPart(`By ${by.toLowerCase()}`, 80);
    for (const item of items) builder.addText(`–  ${item}`, 11, { gap: 5 });
    builder.addSpace(10);
  }
  outline.addChapter('Data tables');
  addTables(builder, outline, document);
  outline.addChapter('Method');
  for (const paragraph of document.text.method) builder.addText(paragraph, 11, { gap: 10 });
  outline.addChapter('Terms used');
  for (const [term, meaning] of glossary) {
    builder.addText(term, 11, { font: 'bold', gap: 3, keep: 40 });
    builder.addText(meaning, 11, { gap: 12 });
  }
  outline.addChapter('Sources');
  addSources(builder, document);
}

function addSubject(builder: PdfBuilder, outline: ReportOutline, { text }: ReportDocument): void {
  builder.addText(text.intro.join(' '), 11, { gap: 18 });
  for (const [title, lines] of [
    ['What pushes it up', text.drivers],
    ['What holds it back', text.restraints],
  ] as const) {
    outline.addPart(title, 90);
    for (const line of lines) builder.addText(line, 11);
    builder.addSpace(8);
  }
}

function addAnalysis(builder: PdfBuilder, outline: ReportOutline, document: ReportDocument): void {
  for (const { heading, paragraphs, charts } of document.text.analysis) {
    outline.addPart(heading, 130);
    for (const paragraph of paragraphs) builder.addText(paragraph, 11);
    for (const chart of listCharts(document.figures, charts)) addChart(builder, document, chart);
    builder.addSpace(10);
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

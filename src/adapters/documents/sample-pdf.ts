import { findChart } from '#core/catalogue/drawing/charts.model.ts';
import type { ReportDocument } from '#core/catalogue/reports/report-document.model.ts';
import type { ContentsEntry } from '#core/catalogue/reports/report-input.model.ts';
import { toPlainText, type RichTextBlock } from '#core/catalogue/rich-text/rich-text.model.ts';
import { loadFontsFor } from './noto-fonts.ts';
import { pageSize, textWidth } from './page-layout.ts';
import { PdfBuilder } from './pdf-builder.ts';
import { addChart, addCover, addKeyFigures, drawMargins } from './report-parts.ts';

/** A report's sample: cover, contents, key figures and one chart, "SAMPLE" across each page. */
export async function renderSamplePdf(document: ReportDocument): Promise<Uint8Array> {
  await loadFontsFor(JSON.stringify(document));
  const { title, contents, keyFigures, publisher, website, industrySlug, accent } = document;
  const builder = new PdfBuilder({ title: `Sample: ${title}`, publisher, industrySlug, accent });
  const startSection = (heading: string): void => {
    builder.newPage();
    builder.addText(heading, 24, { font: 'serif', colour: 'hue', gap: 16 });
  };
  addCover(builder, document);
  startSection('What is in the report');
  builder.addText(document.shortDescription, 11, { gap: 16 });
  addContentsEntries(builder, contents, 0);
  if (keyFigures.length > 0) {
    startSection('Key figures');
    addKeyFigures(builder, document);
  }
  const opening = listOpening(document);
  if (opening !== '' || document.figures.series.length > 0) startSection('From the report');
  builder.addText(opening, 11, { gap: 18 });
  addFirstChart(builder, document);
  builder.addText(
    `This is a sample of report ${document.code}. The whole report is sold at ${website}.`,
    11,
    { font: 'bold', keep: 20 },
  );
  drawMargins(builder, document);
  for (let i = 0; i < builder.pageCount; i++) drawWatermark(builder, i);
  return builder.finish();
}

/** The paragraphs before the first heading, or the first ones of a report that begins with one. */
function listOpening({ description }: ReportDocument): string {
  const isHeading = ({ kind }: RichTextBlock): boolean => kind === 'heading';
  const begins = description.findIndex((block) => !isHeading(block));
  const rest = description.slice(Math.max(0, begins));
  const ends = rest.findIndex(isHeading);
  const opening = ends === -1 ? rest.slice(0, 6) : rest.slice(0, ends);
  return toPlainText(opening.filter(({ kind }) => kind === 'paragraph'));
}

function addFirstChart(builder: PdfBuilder, document: ReportDocument): void {
  const { series, rankings } = document.figures;
  const key = series[0]?.id ?? rankings[0]?.id;
  const chart = key === undefined ? undefined : findChart(document.figures, key);
  if (chart) addChart(builder, document, chart);
}

function addContentsEntries(
  builder: PdfBuilder,
  contents: readonly ContentsEntry[],
  level: number,
): void {
  const isTop = level === 0;
  for (const { title, children } of contents) {
    builder.addText(title, isTop ? 11 : 10, {
      font: isTop ? 'bold' : 'sans',
      indent: level * 16,
      gap: isTop ? 4 : 2,
    });
    if (children) addContentsEntries(builder, children, level + 1);
  }
}

function drawWatermark({ pdf, palette }: PdfBuilder, pageIndex: number): void {
  pdf.switchToPage(pageIndex);
  pdf.save().rotate(-52, { origin: [pageSize.width / 2, pageSize.height / 2] });
  pdf.font('bold').fontSize(120).fillColor(palette.muted).fillOpacity(0.13);
  pdf.text('SAMPLE', pageSize.left - 60, pageSize.height / 2 - 70, {
    width: textWidth + 120,
    align: 'center',
    lineBreak: false,
  });
  pdf.restore();
}

import type { ReportDocument } from '#core/catalogue/report-document.model.ts';
import { drawBarChart, drawLineChart } from '#core/catalogue/charts.model.ts';
import type { Ranking } from '#core/catalogue/figures.model.ts';
import type { ContentsEntry } from '#core/catalogue/report-text.model.ts';
import { addCover, addKeyFigures, drawMargins } from './report-pdf.ts';
import { textWidth, createPdfBuilder, pageSize, type PdfBuilder } from './pdf-builder.ts';

/** The sample of a report: cover, contents, key figures and one chart; "Sample" stands across each page. */
export async function renderSamplePdf(document: ReportDocument): Promise<Uint8Array> {
  const { text, figures, sources, publisher, website } = document;
  const builder = createPdfBuilder(`Sample: ${text.title}`, publisher, document.industrySlug);
  const startSection = (title: string): void => {
    builder.newPage();
    builder.addText(title, 24, { font: 'serif', colour: 'hue', gap: 16 });
  };
  addCover(builder, document);
  startSection('What the report holds');
  builder.addText(text.shortDescription, 11, { gap: 16 });
  addContentsEntries(builder, text.contents, 0);
  startSection('Key figures');
  addKeyFigures(builder, document);
  startSection('The subject');
  builder.addText(text.intro.join(' '), 11, { gap: 18 });
  const [series] = figures.series;
  const shown = series ?? figures.rankings[0];
  if (shown) {
    builder.addText(shown.label, 15, { font: 'serif', gap: 10, keep: 260 });
    builder.addDrawing(series ? drawLineChart(series) : drawBarChart(shown as Ranking));
    builder.addText(sources.find(({ id }) => id === shown.source)?.attribution ?? '', 8.5, {
      colour: 'muted',
      gap: 20,
    });
  }
  builder.addText(
    `This is a sample of report ${document.code}. The whole report, with its tables as an Excel workbook, is sold at ${website}.`,
    11,
    { font: 'bold', keep: 20 },
  );
  const pages = builder.pageCount();
  drawMargins(builder, document, pages);
  for (let i = 0; i < pages; i++) drawWatermark(builder, i);
  return builder.finish();
}

function addContentsEntries(
  builder: PdfBuilder,
  contents: readonly ContentsEntry[],
  level: number,
): void {
  for (const { title, children } of contents) {
    builder.addText(title, level === 0 ? 11 : 10, {
      font: level === 0 ? 'bold' : 'sans',
      indent: level * 16,
      gap: level === 0 ? 4 : 2,
    });
    if (children) addContentsEntries(builder, children, level + 1);
  }
}

function drawWatermark({ pdf, paint }: PdfBuilder, pageIndex: number): void {
  pdf.switchToPage(pageIndex);
  pdf.save().rotate(-52, { origin: [pageSize.width / 2, pageSize.height / 2] });
  pdf.font('bold').fontSize(120).fillColor(paint.muted).fillOpacity(0.13);
  pdf.text('SAMPLE', pageSize.left - 60, pageSize.height / 2 - 70, {
    width: textWidth + 120,
    align: 'center',
    lineBreak: false,
  });
  pdf.restore();
}

/** Parts of a report's PDF that its sample has too. */
import {
  describeNote,
  describeSubject,
  describeUnit,
  drawChart,
  getChartSource,
  type Chart,
} from '#core/catalogue/drawing/charts.model.ts';
import { removeProjectedYears } from '#core/catalogue/figures/projections.model.ts';
import { drawCover } from '#core/catalogue/drawing/cover-image.model.ts';
import type { ReportDocument } from '#core/catalogue/reports/report-document.model.ts';
import { pageSize, textWidth } from './page-layout.ts';
import type { PdfBuilder } from './pdf-builder.ts';

/** The attribution of the source with this id; "" if the report has no such source. */
export const attributionOf = ({ sources }: ReportDocument, sourceId: string): string =>
  sources.find(({ id }) => id === sourceId)?.attribution ?? '';

export function addCover(builder: PdfBuilder, document: ReportDocument): void {
  const { title, industry, code, publishedOn, publisher, figures } = document;
  const { pdf, palette } = builder;
  builder.newPage();
  const edition = publishedOn.slice(0, 4);
  const drawing = drawCover({
    title,
    industry,
    code,
    edition,
    figures: removeProjectedYears(figures),
  });
  builder.drawDrawing(drawing, { x: 0, top: 0, scale: pageSize.width / drawing.width });
  pdf.rect(0, 790, pageSize.width, 52).fill(palette.hue);
  builder.drawLine(publisher, {
    x: 44,
    top: 808,
    size: 14,
    width: textWidth,
    font: 'bold',
    colour: 'paper',
  });
}

/** Each key figure with its years and source. */
export function addKeyFigures(builder: PdfBuilder, document: ReportDocument): void {
  for (const { label, value, years, source = '', isComputed } of document.keyFigures) {
    const origin = [
      ...(years ? [`${years}.`] : []),
      ...(isComputed ? ['Our calculation.'] : []),
      attributionOf(document, source) || source,
    ].join(' ');
    builder.addText(label, 10, { colour: 'muted', gap: 2, keep: 50 });
    builder.addText(value, 18, { font: 'serif', gap: 2 });
    builder.addText(origin, 8.5, { colour: 'muted', gap: 14 });
  }
}

/** Running head and foot of every page but the cover, with a band in the store's colour. */
export function drawMargins(builder: PdfBuilder, document: ReportDocument): void {
  const { title, code, edition, publisher } = document;
  const { pdf, pageCount, palette } = builder;
  const footY = pageSize.height - 44;
  const line = { size: 8.5, colour: 'muted' } as const;
  const left = { ...line, x: pageSize.left, width: textWidth - 160 };
  const right = { ...line, x: pageSize.left + textWidth - 150, width: 150, alignRight: true };
  for (let i = 1; i < pageCount; i++) {
    pdf.switchToPage(i);
    pdf.rect(0, 0, pageSize.width, 4).fill(palette.accent);
    builder.drawLine(title.split(': ')[0] ?? '', { ...left, top: 40 });
    builder.drawLine(publisher, { ...right, top: 40 });
    builder.drawLine(`${code}, edition ${edition}`, { ...left, top: footY });
    builder.drawLine(`Page ${i + 1} of ${pageCount}`, { ...right, top: footY });
  }
}

/** A chart below its finding, with subject, unit and source; never parted from its title. */
export function addChart(builder: PdfBuilder, document: ReportDocument, chart: Chart): void {
  const drawing = drawChart(chart, 'medium');
  const note = describeNote(chart);
  builder.addSpace(6);
  builder.addText(chart.finding, 13, {
    font: 'serif',
    gap: 3,
    keep: 50 + (drawing.height * textWidth) / drawing.width,
  });
  builder.addText(`${describeSubject(chart)}. ${describeUnit(chart)}.`, 8.5, {
    colour: 'muted',
    gap: 8,
  });
  builder.addDrawing(drawing);
  builder.addText(
    [attributionOf(document, getChartSource(chart)), ...(note ? [note] : [])].join(' '),
    8.5,
    { colour: 'muted', gap: 16 },
  );
}

/** Parts of a report's PDF that its sample has too. */
import { describeFinding } from '#core/catalogue/chart-finding.model.ts';
import {
  describeNote,
  describeSubject,
  describeUnit,
  drawChart,
  getChartSource,
  type Chart,
} from '#core/catalogue/charts.model.ts';
import { drawCover } from '#core/catalogue/cover-image.model.ts';
import type { ReportDocument } from '#core/catalogue/report-document.model.ts';
import { pageSize, textWidth } from './page-layout.ts';
import type { PdfBuilder } from './pdf-builder.ts';

/** The attribution of the source with this id; "" where the report has no such source. */
export const attributionOf = ({ sources }: ReportDocument, sourceId: string): string =>
  sources.find(({ id }) => id === sourceId)?.attribution ?? '';

export function addCover(builder: PdfBuilder, document: ReportDocument): void {
  const { text, industry, code, publishedOn, publisher, figures } = document;
  const { pdf, palette } = builder;
  builder.newPage();
  const edition = publishedOn.slice(0, 4);
  const drawing = drawCover({ title: text.title, industry, code, edition, figures });
  builder.drawDrawing(drawing, { x: 0, top: 0, scale: pageSize.width / drawing.width });
  pdf.rect(0, 790, pageSize.width, 52).fill(palette.hue);
  pdf
    .font('bold')
    .fontSize(14)
    .fillColor(palette.paper)
    .text(publisher, 44, 808, { lineBreak: false });
}

/** Each key figure with its years and source. */
export function addKeyFigures(builder: PdfBuilder, document: ReportDocument): void {
  for (const { label, value, years, source, computed } of document.text.keyFigures) {
    const origin = `${computed ? 'Our calculation. ' : ''}${attributionOf(document, source)}`;
    builder.addText(label, 10, { colour: 'muted', gap: 2, keep: 50 });
    builder.addText(value, 18, { font: 'serif', gap: 2 });
    builder.addText(`${years}. ${origin}`, 8.5, { colour: 'muted', gap: 14 });
  }
}

/** Running head and foot of every page but the cover. */
export function drawMargins(builder: PdfBuilder, document: ReportDocument): void {
  const { text, code, edition, publisher } = document;
  const { pdf, palette, pageCount } = builder;
  const rightColumn = { x: pageSize.left + textWidth - 150, width: 150 };
  const footY = pageSize.height - 44;
  const drawRight = (line: string, y: number): void =>
    void pdf.text(line, rightColumn.x, y, {
      width: rightColumn.width,
      align: 'right',
      lineBreak: false,
    });
  for (let i = 1; i < pageCount; i++) {
    pdf.switchToPage(i);
    pdf.font('sans').fontSize(8.5).fillColor(palette.muted);
    pdf.text(text.title.split(': ')[0] ?? '', pageSize.left, 40, {
      width: textWidth - rightColumn.width,
      height: 11,
      ellipsis: true,
    });
    drawRight(publisher, 40);
    pdf.text(`${code}, edition ${edition}`, pageSize.left, footY, {
      width: 260,
      lineBreak: false,
    });
    drawRight(`Page ${i + 1} of ${pageCount}`, footY);
  }
}

/** A chart below its finding, with subject, unit and source; never parted from its title. */
export function addChart(builder: PdfBuilder, document: ReportDocument, chart: Chart): void {
  const drawing = drawChart(chart, 'medium');
  const note = describeNote(chart);
  builder.addSpace(6);
  builder.addText(describeFinding(chart), 13, {
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

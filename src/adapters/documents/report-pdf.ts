import { formatStamp, type Stamp } from '#core/orders/delivery/stamp.model.ts';
import { drawCover } from '#core/catalogue/cover-image.model.ts';
import type { ReportDocument } from '#core/catalogue/report-document.model.ts';
import { drawBarChart, drawLineChart } from '#core/catalogue/charts.model.ts';

import type { Ranking, Series } from '#core/catalogue/figures.model.ts';
import { loadFontsFor } from './noto-fonts.ts';
import { splitByFont } from './font-runs.ts';
import { createPdfBuilder, textWidth, pageSize, type PdfBuilder } from './pdf-builder.ts';

type OutlineEntry = { readonly title: string; readonly level: 0 | 1; readonly page: number };

/** A report as PDF, one buyer's copy where a stamp is given: cover, imprint, contents with true page numbers, and everything that the document holds; vectors and embedded fonts. */
export async function renderReportPdf(
  document: ReportDocument,
  stamp?: Stamp,
): Promise<{ bytes: Uint8Array; pages: number }> {
  if (stamp) await loadFontsFor(formatStamp(stamp));
  const builder = createPdfBuilder(document.text.title, document.publisher, document.industrySlug);
  const entries: OutlineEntry[] = [];
  addCover(builder, document);
  addImprint(builder, document, stamp);
  const contentsAt = builder.pageCount();
  const contentsPages = Math.ceil(countOutlineEntries(document) / 34);
  for (let i = 0; i < contentsPages; i++) builder.newPage();
  addBody(builder, document, entries);
  drawContents(builder, entries, contentsAt);
  const pages = builder.pageCount();
  drawMargins(builder, document, pages);
  if (stamp) drawStamp(builder, stamp, pages);
  return { bytes: await builder.finish(), pages };
}

export function addCover(
  builder: PdfBuilder,
  { text, industry, code, publishedOn, publisher, figures }: ReportDocument,
): void {
  builder.newPage();
  const drawing = drawCover({
    title: text.title,
    industry,
    code,
    edition: publishedOn.slice(0, 4),
    figures,
  });
  builder.drawAt(drawing, 0, 0, pageSize.width / drawing.width);
  builder.pdf.rect(0, 790, pageSize.width, 52).fill(builder.paint.hue);
  builder.pdf
    .font('bold')
    .fontSize(14)
    .fillColor(builder.paint.paper)
    .text(publisher, 44, 808, { lineBreak: false });
}

function addImprint(builder: PdfBuilder, document: ReportDocument, stamp: Stamp | undefined): void {
  builder.newPage();
  const { text, code, edition, publishedOn, publisher, website, industry } = document;
  builder.addText(text.title, 20, { font: 'serif', gap: 18 });
  builder.addText(text.shortDescription, 11, { gap: 24 });
  for (const [name, value] of [
    ['Code', code],
    ['Edition', `${edition}, published ${publishedOn}`],
    ['Industry', industry],
    ['Written by', `the ${text.desk} of ${publisher}`],
    ['Publisher', `${publisher}, ${website}`],
  ] as const) {
    builder.addRow(
      [
        { text: name, x: 0, width: 110, font: 'bold' },
        { text: value, x: 120, width: textWidth - 120 },
      ],
      10.5,
    );
  }
  builder.addSpace(24);
  builder.addText('Licence', 13, { font: 'bold' });
  const whose = stamp
    ? `This copy is licensed to ${stamp.buyer}, ${stamp.company}: ${stamp.licence} licence, order ${stamp.order}.`
    : 'This report is licensed to its buyer under the licence named in the order: a single user, a number of named users of one company, or one company as a whole.';
  builder.addMultilingualText(
    `${whose} Figures may be quoted in the reader's own work with the source named; the file itself may not be passed on.`,
    10.5,
    16,
  );
  builder.addText('Figures and sources', 13, { font: 'bold' });
  builder.addText(
    'Each figure carries its source, unit and year. What we calculated ourselves is called so. The sources and their licences stand on the last pages.',
    10.5,
  );
}

/** Chapters and their parts, as `body` will print them. */
const countOutlineEntries = ({ text, figures }: ReportDocument): number =>
  13 +
  text.segments.length +
  text.analysis.length +
  figures.series.length +
  figures.rankings.length;

function addBody(builder: PdfBuilder, document: ReportDocument, entries: OutlineEntry[]): void {
  const { text, figures, sources } = document;
  const { outline } = builder.pdf;
  const addChapter = (title: string) => {
    builder.newPage();
    entries.push({ title, level: 0, page: builder.pageCount() });
    builder.addText(title, 24, { font: 'serif', colour: 'hue', gap: 16 });
    return outline.addItem(title);
  };
  const addPart = (title: string, above: ReturnType<typeof addChapter>, keep: number): void => {
    builder.ensureSpace(keep);
    entries.push({ title, level: 1, page: builder.pageCount() });
    above.addItem(title);
    builder.addText(title, 15, { font: 'serif', gap: 10 });
  };
  const attributionOf = (id: string): string =>
    sources.find((source) => source.id === id)?.attribution ?? '';

  addChapter('Key figures');
  addKeyFigures(builder, document);
  const subject = addChapter('The subject');
  builder.addText(text.intro.join(' '), 11, { gap: 18 });
  for (const [title, lines] of [
    ['What pushes it up', text.drivers],
    ['What holds it back', text.restraints],
  ] as const) {
    addPart(title, subject, 90);
    for (const line of lines) builder.addText(line, 11);
    builder.addSpace(8);
  }
  const analysis = addChapter('Analysis');
  for (const { heading, paragraphs, charts } of text.analysis) {
    addPart(heading, analysis, 130);
    for (const paragraph of paragraphs) builder.addText(paragraph, 11);
    for (const id of charts) {
      const one = figures.series.find((series) => series.id === id);
      const other = figures.rankings.find((ranking) => ranking.id === id);
      const shown = one ?? other;
      if (!shown) continue;
      builder.addSpace(6);
      builder.addDrawing(one ? drawLineChart(one) : drawBarChart(other as Ranking));
      builder.addText(`${attributionOf(shown.source)}${shown.note ? ` ${shown.note}` : ''}`, 8.5, {
        colour: 'muted',
        gap: 16,
      });
    }
    builder.addSpace(10);
  }
  const segmentation = addChapter('Segmentation');
  for (const { by, items } of text.segments) {
    addPart(`By ${by.toLowerCase()}`, segmentation, 80);
    for (const item of items) builder.addText(`–  ${item}`, 11, { gap: 5 });
    builder.addSpace(10);
  }
  const tables = addChapter('Data tables');
  for (const series of figures.series)
    addSeriesTable(
      builder,
      series,
      () => addPart(`${series.label} (${series.unit})`, tables, 120),
      attributionOf(series.source),
    );
  for (const ranking of figures.rankings)
    addRankingTable(
      builder,
      ranking,
      () => addPart(`${ranking.label}, ${ranking.year}`, tables, 120),
      attributionOf(ranking.source),
    );
  addChapter('Method');
  for (const paragraph of text.method) builder.addText(paragraph, 11, { gap: 10 });
  addChapter('Terms used');
  for (const [term, meaning] of glossary) {
    builder.addText(term, 11, { font: 'bold', gap: 3, keep: 40 });
    builder.addText(meaning, 11, { gap: 12 });
  }
  addChapter('Sources');
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

/** Each key figure with its years and source. */
export function addKeyFigures(builder: PdfBuilder, { text, sources }: ReportDocument): void {
  for (const { label, value, years, source, computed } of text.keyFigures) {
    const attribution = sources.find(({ id }) => id === source)?.attribution ?? '';
    builder.addText(label, 10, { colour: 'muted', gap: 2, keep: 50 });
    builder.addText(value, 18, { font: 'serif', gap: 2 });
    builder.addText(`${years}. ${computed ? 'Our calculation. ' : ''}${attribution}`, 8.5, {
      colour: 'muted',
      gap: 14,
    });
  }
}

const glossary = [
  [
    'Compound annual growth',
    'The constant yearly rate that leads from the first value to the last one: the root of their quotient over the number of years, minus one.',
  ],
  [
    'Current and constant prices',
    'A value in current prices is what was paid. In constant prices it is divided by a price index, so that it moves with volume alone.',
  ],
  [
    'Estimate',
    'A value that the source itself marks as provisional, estimated or projected. Drawn as a dashed line.',
  ],
  [
    'Computed',
    "A value that we calculated from the source's figures. The formula stands in the chapter on method.",
  ],
  [
    'Share',
    'A part divided by the whole, where the source gives the whole and it is not smaller than its parts.',
  ],
  ['Turning point', 'A peak or trough from which the series moved by more than its usual scatter.'],
] as const;

function addSeriesTable(
  builder: PdfBuilder,
  { points, estimatedFrom, place }: Series,
  heading: () => void,
  source: string,
): void {
  heading();
  builder.addRow([
    { text: 'Year', x: 0, width: 80, font: 'bold' },
    { text: place, x: 100, width: 160, right: true, font: 'bold' },
    { text: 'Change on the year before', x: 280, width: 180, right: true, font: 'bold' },
  ]);
  points.forEach(([year, value], i) => {
    const before = points[i - 1];
    const change =
      before && before[0] === year - 1 && before[1] > 0
        ? `${((value / before[1] - 1) * 100).toFixed(1)} %`
        : '';
    builder.addRow([
      {
        text: `${year}${estimatedFrom !== undefined && year >= estimatedFrom ? ' (estimate)' : ''}`,
        x: 0,
        width: 100,
      },
      { text: value.toLocaleString('en-US'), x: 100, width: 160, right: true },
      { text: change, x: 280, width: 180, right: true },
    ]);
  });
  builder.addSpace(4);
  builder.addText(`${source} Changes are our calculation.`, 8.5, { colour: 'muted', gap: 20 });
}

function addRankingTable(
  builder: PdfBuilder,
  { rows, unit, year, spanYears, total, note }: Ranking,
  heading: () => void,
  source: string,
): void {
  heading();
  const earlier = spanYears ? String(year - spanYears) : '';
  builder.addRow([
    { text: unit, x: 0, width: 220, font: 'bold' },
    { text: String(year), x: 220, width: 90, right: true, font: 'bold' },
    { text: earlier, x: 310, width: 90, right: true, font: 'bold' },
    { text: total ? 'Share' : '', x: 400, width: 70, right: true, font: 'bold' },
  ]);
  for (const { name, value, before } of rows) {
    builder.addRow([
      { text: name, x: 0, width: 220 },
      { text: value.toLocaleString('en-US'), x: 220, width: 90, right: true },
      { text: before?.toLocaleString('en-US') ?? '', x: 310, width: 90, right: true },
      {
        text: total ? `${((value / total) * 100).toFixed(1)} %` : '',
        x: 400,
        width: 70,
        right: true,
      },
    ]);
  }
  builder.addSpace(4);
  builder.addText(`${source}${note ? ` ${note}` : ''}`, 8.5, { colour: 'muted', gap: 20 });
}

function drawContents(
  builder: PdfBuilder,
  entries: readonly OutlineEntry[],
  firstPageIndex: number,
): void {
  const { pdf, paint } = builder;
  entries.forEach(({ title, level, page: at }, i) => {
    const onPage = i % 34;
    pdf.switchToPage(firstPageIndex + Math.floor(i / 34));
    if (onPage === 0)
      pdf
        .font('serif')
        .fontSize(24)
        .fillColor(paint.hue)
        .text('Contents', pageSize.left, pageSize.top, { lineBreak: false });
    const y = pageSize.top + 48 + onPage * 18;
    pdf
      .font(level === 0 ? 'bold' : 'sans')
      .fontSize(10.5)
      .fillColor(paint.ink)
      .text(title, pageSize.left + level * 16, y, {
        width: textWidth - 60 - level * 16,
        height: 14,
        ellipsis: true,
      });
    pdf.text(String(at), pageSize.left + textWidth - 40, y, {
      width: 40,
      align: 'right',
      lineBreak: false,
    });
  });
}

/** Whose copy it is, at the foot of every page, the cover included. */
function drawStamp({ pdf, drawMultilingualText }: PdfBuilder, stamp: Stamp, pages: number): void {
  const line = formatStamp(stamp);
  // A long line is set smaller instead of cut: its end names the order. A letter is 0.7 em wide at most, on average, and an ideograph one.
  const ems = splitByFont(line).reduce(
    (sum, { text, slice }) => sum + text.length * (slice?.isFullWidth ? 1 : 0.7),
    0,
  );
  const fittingSize = (room: number): number =>
    [7, 5, 3.5, 2.5, 2].find((size) => Math.ceil((ems * size) / textWidth) * size * 1.4 <= room) ??
    1.5;
  for (let i = 0; i < pages; i++) {
    pdf.switchToPage(i);
    drawMultilingualText(
      line,
      i === 0 ? 44 : pageSize.left,
      pageSize.height - (i === 0 ? 16 : 30),
      fittingSize(i === 0 ? 14 : 28),
      { width: textWidth, colour: i === 0 ? 'paper' : 'muted' },
    );
  }
}

/** Running head and foot of every page but the cover. */
export function drawMargins(
  builder: PdfBuilder,
  { text, code, edition, publisher }: ReportDocument,
  pages: number,
): void {
  const { pdf, paint } = builder;
  for (let i = 1; i < pages; i++) {
    pdf.switchToPage(i);
    pdf.font('sans').fontSize(8.5).fillColor(paint.muted);
    pdf.text(text.title.split(': ')[0] ?? '', pageSize.left, 40, {
      width: textWidth - 150,
      height: 11,
      ellipsis: true,
    });
    pdf.text(publisher, pageSize.left + textWidth - 150, 40, {
      width: 150,
      align: 'right',
      lineBreak: false,
    });
    pdf.text(`${code}, edition ${edition}`, pageSize.left, pageSize.height - 44, {
      width: 260,
      lineBreak: false,
    });
    pdf.text(`Page ${i + 1} of ${pages}`, pageSize.left + textWidth - 150, pageSize.height - 44, {
      width: 150,
      align: 'right',
      lineBreak: false,
    });
  }
}

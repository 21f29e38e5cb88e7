import { drawCover } from '#core/catalogue/cover.model.ts';
import type { ReportDocument } from '#core/catalogue/document.model.ts';
import { drawRanking, drawSeries } from '#core/catalogue/drawing.model.ts';
import { stampLine, type Stamp } from '#core/orders/papers.model.ts';
import type { Ranking, Series } from '#core/catalogue/figures.model.ts';
import { openAlphabets } from './alphabets.ts';
import { runsOf } from './letters.ts';
import { openSheet, measure, page, type Sheet } from './sheet.ts';

type Entry = { readonly title: string; readonly level: 0 | 1; readonly page: number };

/** A report as PDF, one buyer's copy where a stamp is given: cover, imprint, contents with true page numbers, and everything that the document holds; vectors and embedded fonts. */
export async function printPdf(
  document: ReportDocument,
  stamp?: Stamp,
): Promise<{ bytes: Uint8Array; pages: number }> {
  if (stamp) await openAlphabets(stampLine(stamp));
  const sheet = openSheet(document.text.title, document.publisher, document.industrySlug);
  const entries: Entry[] = [];
  cover(sheet, document);
  imprint(sheet, document, stamp);
  const contentsAt = sheet.number();
  const contentsPages = Math.ceil(countEntries(document) / 34);
  for (let i = 0; i < contentsPages; i++) sheet.newPage();
  body(sheet, document, entries);
  contents(sheet, entries, contentsAt);
  const pages = sheet.number();
  margins(sheet, document, pages);
  if (stamp) stamped(sheet, stamp, pages);
  return { bytes: await sheet.close(), pages };
}

export function cover(
  sheet: Sheet,
  { text, industry, code, publishedOn, publisher, figures }: ReportDocument,
): void {
  sheet.newPage();
  const drawing = drawCover({
    title: text.title,
    industry,
    code,
    edition: publishedOn.slice(0, 4),
    figures,
  });
  sheet.drawAt(drawing, 0, 0, page.width / drawing.width);
  sheet.pdf.rect(0, 790, page.width, 52).fill(sheet.paint.hue);
  sheet.pdf
    .font('bold')
    .fontSize(14)
    .fillColor(sheet.paint.paper)
    .text(publisher, 44, 808, { lineBreak: false });
}

function imprint(sheet: Sheet, document: ReportDocument, stamp: Stamp | undefined): void {
  sheet.newPage();
  const { text, code, edition, publishedOn, publisher, website, industry } = document;
  sheet.text(text.title, 20, { font: 'serif', gap: 18 });
  sheet.text(text.shortDescription, 11, { gap: 24 });
  for (const [name, value] of [
    ['Code', code],
    ['Edition', `${edition}, published ${publishedOn}`],
    ['Industry', industry],
    ['Written by', `the ${text.desk} of ${publisher}`],
    ['Publisher', `${publisher}, ${website}`],
  ] as const) {
    sheet.row(
      [
        { text: name, x: 0, width: 110, font: 'bold' },
        { text: value, x: 120, width: measure - 120 },
      ],
      10.5,
    );
  }
  sheet.space(24);
  sheet.text('Licence', 13, { font: 'bold' });
  const whose = stamp
    ? `This copy is licensed to ${stamp.buyer}, ${stamp.company}: ${stamp.licence} licence, order ${stamp.order}.`
    : 'This report is licensed to its buyer under the licence named in the order: a single user, a number of named users of one company, or one company as a whole.';
  sheet.flow(
    `${whose} Figures may be quoted in the reader's own work with the source named; the file itself may not be passed on.`,
    10.5,
    16,
  );
  sheet.text('Figures and sources', 13, { font: 'bold' });
  sheet.text(
    'Each figure carries its source, unit and year. What we calculated ourselves is called so. The sources and their licences stand on the last pages.',
    10.5,
  );
}

/** Chapters and their parts, as `body` will print them. */
const countEntries = ({ text, figures }: ReportDocument): number =>
  13 +
  text.segments.length +
  text.analysis.length +
  figures.series.length +
  figures.rankings.length;

function body(sheet: Sheet, document: ReportDocument, entries: Entry[]): void {
  const { text, figures, sources } = document;
  const { outline } = sheet.pdf;
  const chapter = (title: string) => {
    sheet.newPage();
    entries.push({ title, level: 0, page: sheet.number() });
    sheet.text(title, 24, { font: 'serif', colour: 'hue', gap: 16 });
    return outline.addItem(title);
  };
  const part = (title: string, above: ReturnType<typeof chapter>, keep: number): void => {
    sheet.need(keep);
    entries.push({ title, level: 1, page: sheet.number() });
    above.addItem(title);
    sheet.text(title, 15, { font: 'serif', gap: 10 });
  };
  const attribution = (id: string): string =>
    sources.find((source) => source.id === id)?.attribution ?? '';

  chapter('Key figures');
  keyFigures(sheet, document);
  const subject = chapter('The subject');
  sheet.text(text.intro.join(' '), 11, { gap: 18 });
  for (const [title, lines] of [
    ['What pushes it up', text.drivers],
    ['What holds it back', text.restraints],
  ] as const) {
    part(title, subject, 90);
    for (const line of lines) sheet.text(line, 11);
    sheet.space(8);
  }
  const analysis = chapter('Analysis');
  for (const { heading, paragraphs, charts } of text.analysis) {
    part(heading, analysis, 130);
    for (const paragraph of paragraphs) sheet.text(paragraph, 11);
    for (const id of charts) {
      const one = figures.series.find((series) => series.id === id);
      const other = figures.rankings.find((ranking) => ranking.id === id);
      const shown = one ?? other;
      if (!shown) continue;
      sheet.space(6);
      sheet.draw(one ? drawSeries(one) : drawRanking(other as Ranking));
      sheet.text(`${attribution(shown.source)}${shown.note ? ` ${shown.note}` : ''}`, 8.5, {
        colour: 'muted',
        gap: 16,
      });
    }
    sheet.space(10);
  }
  const segmentation = chapter('Segmentation');
  for (const { by, items } of text.segments) {
    part(`By ${by.toLowerCase()}`, segmentation, 80);
    for (const item of items) sheet.text(`–  ${item}`, 11, { gap: 5 });
    sheet.space(10);
  }
  const tables = chapter('Data tables');
  for (const series of figures.series)
    seriesTable(
      sheet,
      series,
      () => part(`${series.label} (${series.unit})`, tables, 120),
      attribution(series.source),
    );
  for (const ranking of figures.rankings)
    rankingTable(
      sheet,
      ranking,
      () => part(`${ranking.label}, ${ranking.year}`, tables, 120),
      attribution(ranking.source),
    );
  chapter('Method');
  for (const paragraph of text.method) sheet.text(paragraph, 11, { gap: 10 });
  chapter('Terms used');
  for (const [term, meaning] of terms) {
    sheet.text(term, 11, { font: 'bold', gap: 3, keep: 40 });
    sheet.text(meaning, 11, { gap: 12 });
  }
  chapter('Sources');
  for (const source of sources) {
    sheet.text(source.name, 13, { font: 'bold', keep: 80 });
    for (const line of [
      `${source.publisher}. ${source.url}`,
      `Vintage: ${source.vintage}. Licence: ${source.licence}.`,
      source.attribution,
      ...source.notes,
    ])
      sheet.text(line, 10.5, { gap: 5 });
    sheet.space(12);
  }
}

/** Each key figure with its years and source. */
export function keyFigures(sheet: Sheet, { text, sources }: ReportDocument): void {
  for (const { label, value, years, source, computed } of text.keyFigures) {
    const attribution = sources.find(({ id }) => id === source)?.attribution ?? '';
    sheet.text(label, 10, { colour: 'muted', gap: 2, keep: 50 });
    sheet.text(value, 18, { font: 'serif', gap: 2 });
    sheet.text(`${years}. ${computed ? 'Our calculation. ' : ''}${attribution}`, 8.5, {
      colour: 'muted',
      gap: 14,
    });
  }
}

const terms = [
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

function seriesTable(
  sheet: Sheet,
  { points, estimatedFrom, place }: Series,
  heading: () => void,
  source: string,
): void {
  heading();
  sheet.row([
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
    sheet.row([
      {
        text: `${year}${estimatedFrom !== undefined && year >= estimatedFrom ? ' (estimate)' : ''}`,
        x: 0,
        width: 100,
      },
      { text: value.toLocaleString('en-US'), x: 100, width: 160, right: true },
      { text: change, x: 280, width: 180, right: true },
    ]);
  });
  sheet.space(4);
  sheet.text(`${source} Changes are our calculation.`, 8.5, { colour: 'muted', gap: 20 });
}

function rankingTable(
  sheet: Sheet,
  { rows, unit, year, spanYears, total, note }: Ranking,
  heading: () => void,
  source: string,
): void {
  heading();
  const earlier = spanYears ? String(year - spanYears) : '';
  sheet.row([
    { text: unit, x: 0, width: 220, font: 'bold' },
    { text: String(year), x: 220, width: 90, right: true, font: 'bold' },
    { text: earlier, x: 310, width: 90, right: true, font: 'bold' },
    { text: total ? 'Share' : '', x: 400, width: 70, right: true, font: 'bold' },
  ]);
  for (const { name, value, before } of rows) {
    sheet.row([
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
  sheet.space(4);
  sheet.text(`${source}${note ? ` ${note}` : ''}`, 8.5, { colour: 'muted', gap: 20 });
}

function contents(sheet: Sheet, entries: readonly Entry[], from: number): void {
  const { pdf, paint } = sheet;
  entries.forEach(({ title, level, page: at }, i) => {
    const onPage = i % 34;
    pdf.switchToPage(from + Math.floor(i / 34));
    if (onPage === 0)
      pdf
        .font('serif')
        .fontSize(24)
        .fillColor(paint.hue)
        .text('Contents', page.left, page.top, { lineBreak: false });
    const y = page.top + 48 + onPage * 18;
    pdf
      .font(level === 0 ? 'bold' : 'sans')
      .fontSize(10.5)
      .fillColor(paint.ink)
      .text(title, page.left + level * 16, y, {
        width: measure - 60 - level * 16,
        height: 14,
        ellipsis: true,
      });
    pdf.text(String(at), page.left + measure - 40, y, {
      width: 40,
      align: 'right',
      lineBreak: false,
    });
  });
}

/** Whose copy it is, at the foot of every page, the cover included. */
function stamped({ pdf, anyText }: Sheet, stamp: Stamp, pages: number): void {
  const line = stampLine(stamp);
  // A long line is set smaller instead of cut: its end names the order. A letter is 0.7 em wide at most, on average, and an ideograph one.
  const ems = runsOf(line).reduce(
    (sum, { text, slice }) => sum + text.length * (slice?.square ? 1 : 0.7),
    0,
  );
  const fitting = (room: number): number =>
    [7, 5, 3.5, 2.5, 2].find((size) => Math.ceil((ems * size) / measure) * size * 1.4 <= room) ??
    1.5;
  for (let i = 0; i < pages; i++) {
    pdf.switchToPage(i);
    anyText(
      line,
      i === 0 ? 44 : page.left,
      page.height - (i === 0 ? 16 : 30),
      fitting(i === 0 ? 14 : 28),
      { width: measure, colour: i === 0 ? 'paper' : 'muted' },
    );
  }
}

/** Running head and foot of every page but the cover. */
export function margins(
  sheet: Sheet,
  { text, code, edition, publisher }: ReportDocument,
  pages: number,
): void {
  const { pdf, paint } = sheet;
  for (let i = 1; i < pages; i++) {
    pdf.switchToPage(i);
    pdf.font('sans').fontSize(8.5).fillColor(paint.muted);
    pdf.text(text.title.split(': ')[0] ?? '', page.left, 40, {
      width: measure - 150,
      height: 11,
      ellipsis: true,
    });
    pdf.text(publisher, page.left + measure - 150, 40, {
      width: 150,
      align: 'right',
      lineBreak: false,
    });
    pdf.text(`${code}, edition ${edition}`, page.left, page.height - 44, {
      width: 260,
      lineBreak: false,
    });
    pdf.text(`Page ${i + 1} of ${pages}`, page.left + measure - 150, page.height - 44, {
      width: 150,
      align: 'right',
      lineBreak: false,
    });
  }
}

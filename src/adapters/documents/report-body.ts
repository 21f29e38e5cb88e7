import type { ReportDocument } from '#core/catalogue/reports/report-document.model.ts';
import { nameSegmentation } from '#core/catalogue/figures/segmentation.model.ts';
import type { PdfBuilder } from './pdf-builder.ts';
import type { ReportOutline } from './report-outline.ts';
import { addKeyFigures, attributionOf, addChart } from './report-parts.ts';
import { listCharts } from '#core/catalogue/drawing/charts.model.ts';
import type { PrintedPicture } from '#core/media/model.ts';
import {
  groupCharts,
  toPlainText,
  type RichText,
  type RichTextCell,
  type RichTextList,
} from '#core/catalogue/rich-text/rich-text.model.ts';
import { textWidth } from './page-layout.ts';
import { findYearStatus } from '#core/catalogue/drawing/chart-table.model.ts';
import type { Ranking, Series } from '#core/catalogue/figures/figures.model.ts';

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

const textSize = 11;
const indentStep = 16;

type Group = ReturnType<typeof groupCharts>[number];

/** Every block; headings are parts of the outline. */
function addDescription(
  builder: PdfBuilder,
  outline: ReportOutline,
  document: ReportDocument,
): void {
  for (const group of groupCharts(document.description)) {
    if (group.kind === 'heading' && group.level === 2) outline.addPart(group.text, 130);
    else if (group.kind === 'charts')
      for (const chart of listCharts(document.figures, group.keys))
        addChart(builder, document, chart);
    else if (group.kind === 'picture') addPicture(builder, group, document.pictures?.[group.name]);
    else addBlock(builder, group);
  }
  builder.addSpace(10);
}

function addBlock(builder: PdfBuilder, block: Group): void {
  switch (block.kind) {
    case 'heading':
      return builder.addText(block.text, 12.5, { font: 'bold', gap: 6, keep: 60 });
    case 'paragraph':
      return addRuns(builder, [block]);
    case 'list':
      return addList(builder, block, 0);
    case 'table':
      return addTable(builder, block);
    case 'takeaways':
      return addTakeaways(builder, block.blocks);
    default:
      return undefined;
  }
}

/** The picture over its caption; the caption alone if the library has no such picture. */
function addPicture(
  builder: PdfBuilder,
  { caption }: Extract<Group, { kind: 'picture' }>,
  picture: PrintedPicture | undefined,
): void {
  if (picture) builder.addPicture(picture);
  if (caption) builder.addText(caption, 9, { colour: 'muted' });
}

/** Emphasis and links are plain: the words are what counts on paper. */
const addRuns = (builder: PdfBuilder, blocks: RichText): void =>
  builder.addText(toPlainText(blocks), textSize);

function addList(builder: PdfBuilder, { isOrdered, items }: RichTextList, depth: number): void {
  items.forEach(({ runs, children }, index) => {
    const text = toPlainText([{ kind: 'paragraph', runs }]);
    const mark = isOrdered ? `${index + 1}.` : '–';
    builder.addText(`${mark}  ${text}`, textSize, { indent: depth * indentStep, gap: 5 });
    if (children) addList(builder, children, depth + 1);
  });
  builder.addSpace(4);
}

function addTable(
  builder: PdfBuilder,
  { caption, rows }: { caption?: string; rows: readonly (readonly RichTextCell[])[] },
): void {
  if (caption) builder.addText(caption, 10, { font: 'bold', gap: 4, keep: 40 });
  const countColumns = (cells: readonly RichTextCell[]): number =>
    cells.reduce((sum, { columns = 1 }) => sum + columns, 0);
  const width = textWidth / Math.max(1, ...rows.map(countColumns));
  for (const cells of rows) {
    let column = 0;
    const placed = cells.map(({ runs, isHeader, columns = 1 }) => {
      const x = column * width;
      column += columns;
      return {
        text: runs.map(({ text }) => text).join(''),
        x,
        width: columns * width - 6,
        font: isHeader ? ('bold' as const) : ('sans' as const),
      };
    });
    if (placed.length > 0) builder.addRow(placed, 9);
  }
  builder.addSpace(12);
}

function addTakeaways(builder: PdfBuilder, blocks: RichText): void {
  builder.addText('Key takeaways', 12.5, { font: 'bold', gap: 6, keep: 60 });
  for (const group of groupCharts(blocks)) addBlock(builder, group);
  builder.addSpace(6);
}

/** A series as a table: year, value, and the change on the year before. */
function addSeriesTable(builder: PdfBuilder, series: Series, attribution: string): void {
  const { points, place, note } = series;
  builder.addRow([
    { text: 'Year', x: 0, width: 80, font: 'bold' },
    { text: place, x: 100, width: 160, alignRight: true, font: 'bold' },
    { text: 'Change on the year before', x: 280, width: 180, alignRight: true, font: 'bold' },
  ]);
  points.forEach(([year, value], i) => {
    const status = findYearStatus(series, year);
    const [yearBefore, valueBefore = 0] = points[i - 1] ?? [];
    const hasChange = yearBefore === year - 1 && valueBefore > 0;
    const change = hasChange ? `${((value / valueBefore - 1) * 100).toFixed(1)} %` : '';
    builder.addRow([
      { text: `${year}${status ? ` (${status})` : ''}`, x: 0, width: 100 },
      { text: value.toLocaleString('en-US'), x: 100, width: 160, alignRight: true },
      { text: change, x: 280, width: 180, alignRight: true },
    ]);
  });
  builder.addSpace(4);
  addTableNote(builder, `${attribution} Changes are our calculation. ${note ?? ''}`.trim());
}

/** A ranking as a table: name, value, the value some years earlier, and the share of the whole. */
function addRankingTable(builder: PdfBuilder, ranking: Ranking, attribution: string): void {
  const { rows, unit, year, spanYears, total, note } = ranking;
  const earlierYear = spanYears ? String(year - spanYears) : '';
  builder.addRow([
    { text: unit, x: 0, width: 220, font: 'bold' },
    { text: String(year), x: 220, width: 90, alignRight: true, font: 'bold' },
    { text: earlierYear, x: 310, width: 90, alignRight: true, font: 'bold' },
    { text: total ? 'Share' : '', x: 400, width: 70, alignRight: true, font: 'bold' },
  ]);
  for (const { name, value, before } of rows) {
    const share = total ? `${((value / total) * 100).toFixed(1)} %` : '';
    builder.addRow([
      { text: name, x: 0, width: 220 },
      { text: value.toLocaleString('en-US'), x: 220, width: 90, alignRight: true },
      { text: before?.toLocaleString('en-US') ?? '', x: 310, width: 90, alignRight: true },
      { text: share, x: 400, width: 70, alignRight: true },
    ]);
  }
  builder.addSpace(4);
  addTableNote(builder, `${attribution} ${note ?? ''}`.trim());
}

const addTableNote = (builder: PdfBuilder, text: string): void =>
  builder.addText(text, 8.5, { colour: 'muted', gap: 20 });

/** Terms that every report uses, with their meanings, for the chapter "Terms used". */
const glossary = [
  [
    'Compound annual growth',
    'The constant yearly rate that leads from the first value to the last one: the last value ' +
      'divided by the first, to the power of one over the number of years, minus one.',
  ],
  [
    'Current and constant prices',
    'A value in current prices is what was paid. In constant prices it is divided by a price ' +
      'index, so that it moves with volume alone.',
  ],
  [
    'Estimate',
    'A value that the source itself marks as provisional or estimated. Drawn as a dashed line.',
  ],
  [
    'Projection',
    'A value that the source expects of a year that is not over. Drawn as a dashed line, and part ' +
      'of no newest value, growth rate, record or ranking.',
  ],
  [
    'Computed',
    "A value that we calculated from the source's figures. The formula stands in the chapter on " +
      'method.',
  ],
  [
    'Share',
    'A part divided by the whole, where the source gives the whole and it is not smaller than ' +
      'its parts.',
  ],
  ['Turning point', 'A peak or trough from which the series moved by more than its usual scatter.'],
] as const;

/** A description's blocks as they are in a report's PDF. */
import { listCharts } from '#core/catalogue/drawing/charts.model.ts';
import type { PrintedPicture } from '#core/media/model.ts';
import type { ReportDocument } from '#core/catalogue/reports/report-document.model.ts';
import {
  groupCharts,
  toPlainText,
  type RichText,
  type RichTextCell,
  type RichTextList,
} from '#core/catalogue/rich-text/rich-text.model.ts';
import { textWidth } from './page-layout.ts';
import type { PdfBuilder } from './pdf-builder.ts';
import type { ReportOutline } from './report-outline.ts';
import { addChart } from './report-parts.ts';

const textSize = 11;
const indentStep = 16;

type Group = ReturnType<typeof groupCharts>[number];

/** Every block; headings are parts of the outline. */
export function addDescription(
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

/** The picture over its caption; the caption alone where the library has no such picture. */
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

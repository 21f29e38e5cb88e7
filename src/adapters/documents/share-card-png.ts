import sharp from 'sharp';
import { neutralColours } from '#core/catalogue/drawing/drawing-colours.model.ts';
import type { Drawing } from '#core/catalogue/drawing/drawing.model.ts';
import { isRightToLeft } from '#core/catalogue/drawing/line-breaks.model.ts';
import type { ShareCard } from '#core/catalogue/drawing/share-card.model.ts';
import { industryHueColours } from './colours.ts';
import type { Palette } from './draw-shapes.ts';
import { outlineLines, type LinesPlacement } from './outlined-lines.ts';
import { renderOutlinedShapes } from './outlined-shapes.ts';

const [width, height] = [1200, 630];
const margin = 64;
const coverSize = { y: 70, w: 364, h: 486 };
const columnGap = 56;
/** The first line's baseline. */
const headingY = 186;

/** Where the cover and the texts stand: the cover at the end of a line, the texts before it. */
type Layout = {
  readonly coverX: number;
  /** The column of the texts: its first and last pixel, and where its lines begin. */
  readonly column: Pick<LinesPlacement, 'x' | 'width' | 'anchor'>;
};

function layOut({ title, cover }: ShareCard): Layout {
  const columnWidth = width - 2 * margin - (cover ? coverSize.w + columnGap : 0);
  return isRightToLeft(title)
    ? { coverX: margin, column: { x: width - margin, width: columnWidth, anchor: 'end' } }
    : { coverX: width - margin - coverSize.w, column: { x: margin, width: columnWidth } };
}

/** A card for sites where a page is shared: the size that all of them ask for. */
export async function renderShareCardPng(card: ShareCard): Promise<Uint8Array> {
  const layout = layOut(card);
  const svg = sharp(Buffer.from(await composeSvg(card, layout)));
  const { cover } = card;
  const composed =
    cover instanceof Uint8Array
      ? svg.composite([{ input: await fitCover(cover), left: layout.coverX, top: coverSize.y }])
      : svg;
  return new Uint8Array(await composed.png({ palette: true, quality: 90 }).toBuffer());
}

const fitCover = (jpeg: Uint8Array): Promise<Buffer> =>
  sharp(jpeg).resize(coverSize.w, coverSize.h, { fit: 'cover', position: 'top' }).toBuffer();

async function composeSvg(card: ShareCard, { coverX, column }: Layout): Promise<string> {
  const { hue, cover } = card;
  const hues =
    'industrySlug' in hue
      ? industryHueColours(hue.industrySlug)
      : { hue: hue.colour, 'hue-2': hue.colour, 'hue-soft': neutralColours.rule };
  const palette: Palette = { ...neutralColours, ...hues };
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
    `width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="${palette.paper}"/>` +
    `<rect width="${width}" height="14" fill="${palette.hue}"/>` +
    (await drawTexts(card, column, palette)) +
    (cover && !(cover instanceof Uint8Array) ? await drawCoverAt(coverX, cover, palette) : '') +
    '</svg>'
  );
}

async function drawTexts(
  { kicker, title, figure, foot }: ShareCard,
  column: Layout['column'],
  { hue, ink, muted }: Palette,
): Promise<string> {
  const heading = {
    ...column,
    size: 66,
    y: headingY,
    font: 'serif',
    fill: ink,
    maxLines: 3,
  } as const;
  const large = await outlineLines(title, heading);
  // Three lines of that size would push the note into the foot.
  const size = large.lineCount > 2 ? 54 : heading.size;
  const { svg, lineCount } = size === 54 ? await outlineLines(title, { ...heading, size }) : large;
  const figureY = headingY + lineCount * size * 1.16 + 40;
  const line = { ...column, maxLines: 1 };
  const parts: readonly (readonly [string, LinesPlacement])[] = [
    [kicker, { ...line, size: 28, y: 104, font: 'bold', fill: hue }],
    [figure?.value ?? '', { ...line, size: 64, y: figureY, font: 'bold', fill: hue }],
    [
      figure?.note ?? '',
      { ...column, size: 24, y: figureY + 42, font: 'sans', fill: muted, maxLines: 2 },
    ],
    [foot[0], { ...line, size: 28, y: 568, font: 'bold', fill: ink }],
    [foot[1], { ...line, size: 20, y: 600, font: 'sans', fill: muted }],
  ];
  const drawn = await Promise.all(
    parts.map(async ([text, placement]) => (await outlineLines(text, placement)).svg),
  );
  return svg + drawn.join('');
}

/** The drawn cover, with a thin frame. */
async function drawCoverAt(x: number, drawing: Drawing, palette: Palette): Promise<string> {
  const { y, w } = coverSize;
  const scale = w / drawing.width;
  const frame =
    `<rect x="${x - 1}" y="${y - 1}" width="${w + 2}" ` +
    `height="${Math.round(drawing.height * scale) + 2}" fill="${palette.rule}"/>`;
  const shapes = await renderOutlinedShapes(drawing.shapes, palette);
  return `${frame}<g transform="translate(${x} ${y}) scale(${scale})">${shapes}</g>`;
}

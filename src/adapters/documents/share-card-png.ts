import sharp from 'sharp';
import { neutralColours } from '#core/catalogue/drawing-colours.model.ts';
import type { Drawing } from '#core/catalogue/drawing.model.ts';
import type { ShareCard } from '#core/catalogue/share-card.model.ts';
import { industryHueColours } from './colours.ts';
import type { Palette } from './draw-shapes.ts';
import { outlineLines, type LinesPlacement } from './outlined-lines.ts';
import { renderOutlinedShapes } from './outlined-shapes.ts';

const [width, height] = [1200, 630];
const margin = 64;
/** The cover's box, at the right. */
const coverBox = { x: 772, y: 70, w: 364, h: 486 };

/** A card for sites where a page is shared: the size that all of them ask for. */
export async function renderShareCardPng(card: ShareCard): Promise<Uint8Array> {
  const svg = sharp(Buffer.from(await composeSvg(card)));
  const { cover } = card;
  const composed =
    cover instanceof Uint8Array
      ? svg.composite([{ input: await fitCover(cover), left: coverBox.x, top: coverBox.y }])
      : svg;
  return new Uint8Array(await composed.png({ palette: true, quality: 90 }).toBuffer());
}

const fitCover = (jpeg: Uint8Array): Promise<Buffer> =>
  sharp(jpeg).resize(coverBox.w, coverBox.h, { fit: 'cover', position: 'top' }).toBuffer();

async function composeSvg(card: ShareCard): Promise<string> {
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
    (await drawTexts(card, palette)) +
    (cover && !(cover instanceof Uint8Array) ? await drawCoverAt(cover, palette) : '') +
    '</svg>'
  );
}

/** The column at the left. */
async function drawTexts(
  { kicker, title, figure, foot, cover }: ShareCard,
  { hue, ink, muted }: Palette,
): Promise<string> {
  const column = { x: margin, width: (cover ? coverBox.x - 56 : width - margin) - margin };
  const size = title.length > 40 ? 54 : 66;
  const heading = { ...column, size, y: 186, font: 'serif', fill: ink, maxLines: 3 } as const;
  const { svg, lineCount } = await outlineLines(title, heading);
  const figureY = heading.y + lineCount * size * 1.16 + 40;
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
async function drawCoverAt(drawing: Drawing, palette: Palette): Promise<string> {
  const scale = coverBox.w / drawing.width;
  const frame =
    `<rect x="${coverBox.x - 1}" y="${coverBox.y - 1}" width="${coverBox.w + 2}" ` +
    `height="${Math.round(drawing.height * scale) + 2}" fill="${palette.rule}"/>`;
  const shapes = await renderOutlinedShapes(drawing.shapes, palette);
  return `${frame}<g transform="translate(${coverBox.x} ${coverBox.y}) scale(${scale})">${shapes}</g>`;
}

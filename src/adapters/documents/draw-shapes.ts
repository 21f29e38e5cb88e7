import { isLatin } from './inter-fonts.ts';
import type { MultilingualText } from './multilingual-text.ts';
import type { Colour, Drawing, Shape } from '#core/catalogue/drawing/drawing.model.ts';

export type Palette = Readonly<Record<Colour, string>>;

type TextShape = Extract<Shape, { kind: 'text' }>;
type PathShape = Extract<Shape, { kind: 'path' }>;

/** Where a drawing's top left corner stands, and how much it is enlarged. */
export type DrawingPlacement = { readonly x: number; readonly top: number; readonly scale: number };

/** Draws a drawing's shapes as vectors; its texts stay text. */
export function drawShapes(
  pdf: PDFKit.PDFDocument,
  { palette, multilingualText }: { palette: Palette; multilingualText: MultilingualText },
  drawing: Drawing,
  { x, top, scale }: DrawingPlacement,
): void {
  pdf.save().translate(x, top).scale(scale);
  for (const shape of drawing.shapes) {
    if (shape.kind === 'rect')
      pdf.rect(shape.x, shape.y, shape.w, shape.h).fill(palette[shape.fill]);
    else if (shape.kind === 'path') drawPath(pdf, palette, shape);
    else if (isLatin(shape.text)) drawText(pdf, palette, shape);
    else drawMultilingualText(multilingualText, palette, shape);
  }
  pdf.restore();
}

function drawPath(pdf: PDFKit.PDFDocument, palette: Palette, shape: PathShape): void {
  pdf.path(shape.d).lineWidth(shape.width ?? 1);
  if (shape.dash) pdf.dash(5, { space: 4 });
  if (shape.fill) pdf.fill(palette[shape.fill]);
  else pdf.stroke(palette[shape.stroke ?? 'ink']);
  if (shape.dash) pdf.undash();
}

/** SVG places a text by its baseline, pdfkit by its top: 0.94 em higher. */
function drawText(pdf: PDFKit.PDFDocument, palette: Palette, shape: TextShape): void {
  const sans = shape.bold ? 'bold' : 'sans';
  pdf
    .font(shape.serif ? 'serif' : sans)
    .fontSize(shape.size)
    .fillColor(palette[shape.fill ?? 'ink']);
  const anchorShares = { start: 0, middle: 0.5, end: 1 } as const;
  const shift = pdf.widthOfString(shape.text) * anchorShares[shape.anchor ?? 'start'];
  pdf.text(shape.text, shape.x - shift, shape.y - shape.size * 0.94, { lineBreak: false });
}

/** On one line, at its place: an anchor other than the start is for our own words alone. */
function drawMultilingualText(
  multilingualText: MultilingualText,
  palette: Palette,
  { text, x, y, size, bold = false, fill = 'ink' }: TextShape,
): void {
  const placement = { x, size, width: Infinity, colour: palette[fill], bold };
  const [drawLine] = multilingualText.layOut(text, placement);
  drawLine?.(y - size * 0.96875);
}

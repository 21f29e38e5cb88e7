import { pageSize } from './page-layout.ts';
import { PdfBuilder } from './pdf-builder.ts';

/** Draws a document at a scale of its texts; answers where it ends, in points from the top. */
export type LayOut = (builder: PdfBuilder, scale: number) => number;

/**
 * A document on one A4 page: if the words are too many, they are set smaller until they fit.
 * Throws if no size is small enough, since such a document must never be cut.
 */
export function renderOnePage(
  title: string,
  publisher: string,
  layOut: LayOut,
): Promise<Uint8Array> {
  for (const scale of [1, 0.85, 0.6, 0.45]) {
    const builder = new PdfBuilder({ title, publisher });
    if (layOut(builder, scale) <= pageSize.height - 40) return builder.finish();
  }
  throw new Error(`${title} does not fit on one page`);
}

/** A new page with the publisher's letterhead, and the document's title below it. */
export function drawLetterhead(
  builder: PdfBuilder,
  publisher: {
    readonly name: string;
    readonly website: string;
    readonly accent?: string;
  },
  title: { readonly text: string; readonly size: number; readonly top: number },
): void {
  const { pdf, palette } = builder;
  builder.newPage();
  pdf.rect(0, 0, pageSize.width, 8).fill(publisher.accent ?? palette.accent);
  pdf
    .font('serif')
    .fontSize(18)
    .fillColor(palette.ink)
    .text(publisher.name, pageSize.left, 48, { lineBreak: false });
  pdf
    .font('sans')
    .fontSize(9)
    .fillColor(palette.muted)
    .text(publisher.website, pageSize.left, 72, { lineBreak: false });
  pdf
    .font('serif')
    .fontSize(title.size)
    .fillColor(palette.ink)
    .text(title.text, pageSize.left, title.top, { lineBreak: false });
}

export type Block = {
  readonly label: string;
  /** Empty and undefined ones are left out. */
  readonly lines: readonly (string | undefined)[];
  readonly x: number;
  readonly top: number;
  readonly width: number;
  /** Scale of the lines; the label keeps its size. */
  readonly scale: number;
};

/** Lines under a muted label; answers where the block ends. */
export function drawBlock(builder: PdfBuilder, block: Block): number {
  const { label, lines, x, top, width, scale } = block;
  const labelHeight = builder.drawMultilingualText(label, {
    x,
    top,
    size: 8.5,
    width,
    colour: 'muted',
  });
  let y = top + labelHeight + 2;
  for (const line of lines)
    if (line) y += builder.drawMultilingualText(line, { x, top: y, size: 10 * scale, width }) + 1;
  return y;
}

/** A4 pages that text and pictures flow onto: margins, headings that stay with their text, drawings as vectors. */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import type { Colour, Drawing } from '#core/catalogue/drawing.model.ts';
import { createMultilingualText } from './multilingual-text.ts';
import { industryHueColours } from './colours.ts';
import { unpackWoff } from './font-runs.ts';

const require = createRequire(import.meta.url);
const loadFont = (name: string): Buffer => unpackWoff(readFileSync(require.resolve(name)));
const fontFiles = {
  sans: loadFont('@fontsource/inter/files/inter-latin-400-normal.woff'),
  bold: loadFont('@fontsource/inter/files/inter-latin-600-normal.woff'),
  serif: loadFont('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff'),
};
export type Font = keyof typeof fontFiles;

export const pageSize = {
  width: 595.28,
  height: 841.89,
  left: 62,
  right: 62,
  top: 74,
  bottom: 70,
} as const;
export const textWidth = pageSize.width - pageSize.left - pageSize.right;

const colours: Readonly<Record<Colour, string>> = {
  ink: '#1c1b18',
  muted: '#5c5950',
  rule: '#d9d5c8',
  accent: '#9c2f1b',
  paper: '#fbfaf6',
  hue: '#000000',
  'hue-soft': '#eeeeee',
};

export type PdfBuilder = ReturnType<typeof createPdfBuilder>;

/** A document in which `y` is where the next thing stands. */
export function createPdfBuilder(title: string, publisher: string, industrySlug: string) {
  const pdf = new PDFDocument({
    size: 'A4',
    bufferPages: true,
    autoFirstPage: false,
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: publisher, Creator: 'Reportstand' },
  });
  for (const [name, bytes] of Object.entries(fontFiles)) pdf.registerFont(name, bytes);
  const palette = { ...colours, ...industryHueColours(industrySlug) };
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const finished = new Promise<Uint8Array>((resolve) =>
    pdf.once('end', () => resolve(Buffer.concat(parts))),
  );
  const drawText = createMultilingualText(pdf);
  let cursorY: number = pageSize.top;

  const builder = {
    pdf,
    paint: palette,
    newPage: (): void => {
      pdf.addPage();
      cursorY = pageSize.top;
    },
    /** Starts a new page where less than `height` points are left on this one. */
    ensureSpace: (height: number): void => {
      if (cursorY + height > pageSize.height - pageSize.bottom) builder.newPage();
    },
    addSpace: (height: number): void => void (cursorY += height),
    addText: (
      text: string,
      size: number,
      options: {
        font?: Font;
        colour?: Colour;
        indent?: number;
        gap?: number;
        width?: number;
        keep?: number;
      } = {},
    ): void => {
      const {
        font = 'sans',
        colour = 'ink',
        indent = 0,
        gap = 8,
        width = textWidth - (options.indent ?? 0),
        keep = 0,
      } = options;
      pdf.font(font).fontSize(size);
      const height = pdf.heightOfString(text, { width, lineGap: size * 0.35 });
      builder.ensureSpace(
        Math.min(height, pageSize.height - pageSize.top - pageSize.bottom) + keep,
      );
      pdf
        .fillColor(palette[colour])
        .text(text, pageSize.left + indent, cursorY, { width, lineGap: size * 0.35 });
      cursorY += height + gap;
    },
    addRule: (): void => {
      pdf
        .moveTo(pageSize.left, cursorY)
        .lineTo(pageSize.left + textWidth, cursorY)
        .lineWidth(0.75)
        .strokeColor(palette.rule)
        .stroke();
      cursorY += 8;
    },
    /** Cells side by side at fixed offsets; the row never breaks over a page. */
    addRow: (
      cells: readonly { text: string; x: number; width: number; right?: boolean; font?: Font }[],
      size = 9.5,
    ): void => {
      const heights = cells.map(({ text, width, font = 'sans' }) =>
        pdf.font(font).fontSize(size).heightOfString(text, { width }),
      );
      const height = Math.max(...heights) + 5;
      builder.ensureSpace(height);
      for (const { text, x, width, right, font = 'sans' } of cells) {
        pdf
          .font(font)
          .fontSize(size)
          .fillColor(palette.ink)
          .text(text, pageSize.left + x, cursorY, { width, align: right ? 'right' : 'left' });
      }
      pdf
        .moveTo(pageSize.left, cursorY + height - 3)
        .lineTo(pageSize.left + textWidth, cursorY + height - 3)
        .lineWidth(0.4)
        .strokeColor(palette.rule)
        .stroke();
      cursorY += height;
    },
    /** The same shapes that the page shows, scaled to the measure. */
    addDrawing: (drawing: Drawing, width: number = textWidth): void => {
      const scale = width / drawing.width;
      builder.ensureSpace(drawing.height * scale + 10);
      drawAt(drawing, pageSize.left, cursorY, scale);
      cursorY += drawing.height * scale + 10;
    },
    drawAt,
    /** Text of any alphabet at a place, broken into lines of `width`; answers the height that it took. */
    drawMultilingualText: (
      text: string,
      x: number,
      top: number,
      size: number,
      {
        width,
        colour = 'ink',
        bold = false,
        most: maxLines = 99,
      }: { width: number; colour?: Colour; bold?: boolean; most?: number },
    ): number => drawText(text, x, top, size, { width, colour: palette[colour], bold, maxLines }),
    /** Text of any alphabet that flows on. */
    addMultilingualText: (text: string, size: number, gap = 8): void => {
      cursorY +=
        drawText(text, pageSize.left, cursorY, size, {
          width: textWidth,
          colour: palette.ink,
          bold: false,
          maxLines: 99,
        }) + gap;
    },
    pageCount: (): number => pdf.bufferedPageRange().count,
    finish: (): Promise<Uint8Array> => {
      pdf.end();
      return finished;
    },
  };

  function drawAt(drawing: Drawing, x: number, top: number, scale: number): void {
    pdf.save().translate(x, top).scale(scale);
    for (const shape of drawing.shapes) {
      if (shape.kind === 'rect')
        pdf.rect(shape.x, shape.y, shape.w, shape.h).fill(palette[shape.fill]);
      else if (shape.kind === 'path') {
        pdf.path(shape.d).lineWidth(shape.width ?? 1);
        if (shape.dash) pdf.dash(5, { space: 4 });
        if (shape.fill) pdf.fill(palette[shape.fill]);
        else pdf.stroke(palette[shape.stroke ?? 'ink']);
        if (shape.dash) pdf.undash();
      } else {
        pdf
          .font(shape.serif ? 'serif' : shape.bold ? 'bold' : 'sans')
          .fontSize(shape.size)
          .fillColor(palette[shape.fill ?? 'ink']);
        const wide = pdf.widthOfString(shape.text);
        const shift = shape.anchor === 'end' ? wide : shape.anchor === 'middle' ? wide / 2 : 0;
        pdf.text(shape.text, shape.x - shift, shape.y - shape.size * 0.94, { lineBreak: false });
      }
    }
    pdf.restore();
  }
  return builder;
}

/** A4 pages that text and pictures flow onto: margins, headings that stay with their text, drawings as vectors. */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import type { Colour, Drawing } from '#core/catalogue/drawing.model.ts';
import { createAnyText } from './any-text.ts';
import { hueColours } from './colours.ts';
import { unpacked } from './letters.ts';

const require = createRequire(import.meta.url);
const fontFile = (name: string): Buffer => unpacked(readFileSync(require.resolve(name)));
const files = {
  sans: fontFile('@fontsource/inter/files/inter-latin-400-normal.woff'),
  bold: fontFile('@fontsource/inter/files/inter-latin-600-normal.woff'),
  serif: fontFile('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff'),
};
export type Font = keyof typeof files;

export const page = {
  width: 595.28,
  height: 841.89,
  left: 62,
  right: 62,
  top: 74,
  bottom: 70,
} as const;
export const measure = page.width - page.left - page.right;

const colours: Readonly<Record<Colour, string>> = {
  ink: '#1c1b18',
  muted: '#5c5950',
  rule: '#d9d5c8',
  accent: '#9c2f1b',
  paper: '#fbfaf6',
  hue: '#000000',
  'hue-soft': '#eeeeee',
};

export type Sheet = ReturnType<typeof openSheet>;

/** A document in which `y` is where the next thing stands. */
export function openSheet(title: string, publisher: string, industrySlug: string) {
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
  for (const [name, bytes] of Object.entries(files)) pdf.registerFont(name, bytes);
  const paint = { ...colours, ...hueColours(industrySlug) };
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const finished = new Promise<Uint8Array>((resolve) =>
    pdf.once('end', () => resolve(Buffer.concat(parts))),
  );
  const anyText = createAnyText(pdf);
  let y: number = page.top;

  const sheet = {
    pdf,
    paint,
    newPage: (): void => {
      pdf.addPage();
      y = page.top;
    },
    /** Starts a new page where less than `height` points are left on this one. */
    need: (height: number): void => {
      if (y + height > page.height - page.bottom) sheet.newPage();
    },
    space: (height: number): void => void (y += height),
    text: (
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
        width = measure - (options.indent ?? 0),
        keep = 0,
      } = options;
      pdf.font(font).fontSize(size);
      const height = pdf.heightOfString(text, { width, lineGap: size * 0.35 });
      sheet.need(Math.min(height, page.height - page.top - page.bottom) + keep);
      pdf
        .fillColor(paint[colour])
        .text(text, page.left + indent, y, { width, lineGap: size * 0.35 });
      y += height + gap;
    },
    line: (): void => {
      pdf
        .moveTo(page.left, y)
        .lineTo(page.left + measure, y)
        .lineWidth(0.75)
        .strokeColor(paint.rule)
        .stroke();
      y += 8;
    },
    /** Cells side by side at fixed offsets; the row never breaks over a page. */
    row: (
      cells: readonly { text: string; x: number; width: number; right?: boolean; font?: Font }[],
      size = 9.5,
    ): void => {
      const heights = cells.map(({ text, width, font = 'sans' }) =>
        pdf.font(font).fontSize(size).heightOfString(text, { width }),
      );
      const height = Math.max(...heights) + 5;
      sheet.need(height);
      for (const { text, x, width, right, font = 'sans' } of cells) {
        pdf
          .font(font)
          .fontSize(size)
          .fillColor(paint.ink)
          .text(text, page.left + x, y, { width, align: right ? 'right' : 'left' });
      }
      pdf
        .moveTo(page.left, y + height - 3)
        .lineTo(page.left + measure, y + height - 3)
        .lineWidth(0.4)
        .strokeColor(paint.rule)
        .stroke();
      y += height;
    },
    /** The same shapes that the page shows, scaled to the measure. */
    draw: (drawing: Drawing, width: number = measure): void => {
      const scale = width / drawing.width;
      sheet.need(drawing.height * scale + 10);
      drawAt(drawing, page.left, y, scale);
      y += drawing.height * scale + 10;
    },
    drawAt,
    /** Text of any alphabet at a place, broken into lines of `width`; answers the height that it took. */
    anyText: (
      text: string,
      x: number,
      top: number,
      size: number,
      {
        width,
        colour = 'ink',
        bold = false,
        most = 99,
      }: { width: number; colour?: Colour; bold?: boolean; most?: number },
    ): number => anyText(text, x, top, size, { width, colour: paint[colour], bold, most }),
    /** Text of any alphabet that flows on. */
    flow: (text: string, size: number, gap = 8): void => {
      y +=
        anyText(text, page.left, y, size, {
          width: measure,
          colour: paint.ink,
          bold: false,
          most: 99,
        }) + gap;
    },
    number: (): number => pdf.bufferedPageRange().count,
    close: (): Promise<Uint8Array> => {
      pdf.end();
      return finished;
    },
  };

  function drawAt(drawing: Drawing, x: number, top: number, scale: number): void {
    pdf.save().translate(x, top).scale(scale);
    for (const shape of drawing.shapes) {
      if (shape.kind === 'rect')
        pdf.rect(shape.x, shape.y, shape.w, shape.h).fill(paint[shape.fill]);
      else if (shape.kind === 'path') {
        pdf.path(shape.d).lineWidth(shape.width ?? 1);
        if (shape.dash) pdf.dash(5, { space: 4 });
        if (shape.fill) pdf.fill(paint[shape.fill]);
        else pdf.stroke(paint[shape.stroke ?? 'ink']);
        if (shape.dash) pdf.undash();
      } else {
        pdf
          .font(shape.serif ? 'serif' : shape.bold ? 'bold' : 'sans')
          .fontSize(shape.size)
          .fillColor(paint[shape.fill ?? 'ink']);
        const wide = pdf.widthOfString(shape.text);
        const shift = shape.anchor === 'end' ? wide : shape.anchor === 'middle' ? wide / 2 : 0;
        pdf.text(shape.text, shape.x - shift, shape.y - shape.size * 0.94, { lineBreak: false });
      }
    }
    pdf.restore();
  }
  return sheet;
}

import PDFDocument from 'pdfkit';
import type { Colour, Drawing } from '#core/catalogue/drawing.model.ts';
import { neutralColours } from '#core/catalogue/drawing-colours.model.ts';
import { industryHueColours } from './colours.ts';
import { drawShapes, type DrawingPlacement, type Palette } from './draw-shapes.ts';
import { basicFonts, type BasicFont } from './inter-fonts.ts';
import { MultilingualText, type TextPlacement } from './multilingual-text.ts';
import { pageSize, textWidth } from './page-layout.ts';

/** Texts of the fonts 'sans', 'bold' and 'serif': our own words, in Latin letters. */
type TextOptions = {
  readonly font?: BasicFont;
  readonly colour?: Colour;
  readonly indent?: number;
  /** Points below the text. */
  readonly gap?: number;
  /** Points that must be left on the page below the text, so that a heading stays with its text. */
  readonly keep?: number;
};

/** A cell of a row; `x` is counted from the left margin. */
export type Cell = {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly alignRight?: boolean;
  readonly font?: BasicFont;
};

type MultilingualPlacement = Pick<TextPlacement, 'x' | 'top' | 'size' | 'width'> & {
  readonly colour?: Colour;
  readonly bold?: boolean;
};

/** A PDF of A4 pages that text and drawings flow onto from top to bottom. Measures are points. */
export class PdfBuilder {
  readonly pdf: PDFKit.PDFDocument;
  readonly palette: Palette;
  readonly #finished: Promise<Uint8Array>;
  readonly #multilingualText: MultilingualText;
  /** Where the next thing stands. */
  #cursorY: number = pageSize.top;

  /** Without an industry the two hues are black and grey. */
  constructor(options: { title: string; publisher: string; industrySlug?: string }) {
    const { title, publisher, industrySlug } = options;
    this.pdf = new PDFDocument({
      size: 'A4',
      bufferPages: true,
      autoFirstPage: false,
      margin: 0,
      pdfVersion: '1.7',
      lang: 'en',
      displayTitle: true,
      info: { Title: title, Author: publisher, Creator: 'Reportstand' },
    });
    for (const [name, font] of Object.entries(basicFonts)) this.pdf.registerFont(name, font);
    const hues = industrySlug
      ? industryHueColours(industrySlug)
      : { hue: '#000000', 'hue-2': '#555555', 'hue-soft': '#eeeeee' };
    this.palette = { ...neutralColours, ...hues };
    const parts: Buffer[] = [];
    this.pdf.on('data', (part: Buffer) => parts.push(part));
    this.#finished = new Promise((resolve) =>
      this.pdf.once('end', () => resolve(Buffer.concat(parts))),
    );
    this.#multilingualText = new MultilingualText(this.pdf);
  }

  get pageCount(): number {
    return this.pdf.bufferedPageRange().count;
  }

  newPage(): void {
    this.pdf.addPage();
    this.#cursorY = pageSize.top;
  }

  /** Starts a new page where less than `height` is left on this one. */
  ensureSpace(height: number): void {
    if (this.#cursorY + height > pageSize.height - pageSize.bottom) this.newPage();
  }

  addSpace(height: number): void {
    this.#cursorY += height;
  }

  addText(text: string, size: number, options: TextOptions = {}): void {
    const { font = 'sans', colour = 'ink', indent = 0, gap = 8, keep = 0 } = options;
    const layout = { width: textWidth - indent, lineGap: size * 0.35 };
    this.pdf.font(font).fontSize(size);
    const height = this.pdf.heightOfString(text, layout);
    this.ensureSpace(Math.min(height, pageSize.height - pageSize.top - pageSize.bottom) + keep);
    this.pdf
      .fillColor(this.palette[colour])
      .text(text, pageSize.left + indent, this.#cursorY, layout);
    this.#cursorY += height + gap;
  }

  /** Text of any alphabet; it does not break over pages. */
  addMultilingualText(text: string, size: number, gap = 8): void {
    const placement = { x: pageSize.left, top: this.#cursorY, size, width: textWidth };
    this.#cursorY += this.drawMultilingualText(text, placement) + gap;
  }

  /** Cells side by side with a rule below; a row never breaks over a page. */
  addRow(cells: readonly Cell[], size = 9.5): void {
    const heights = cells.map(({ text, width, font = 'sans' }) =>
      this.pdf.font(font).fontSize(size).heightOfString(text, { width }),
    );
    const height = Math.max(...heights) + 5;
    this.ensureSpace(height);
    for (const { text, x, width, alignRight, font = 'sans' } of cells) {
      this.pdf
        .font(font)
        .fontSize(size)
        .fillColor(this.palette.ink)
        .text(text, pageSize.left + x, this.#cursorY, {
          width,
          align: alignRight ? 'right' : 'left',
        });
    }
    this.drawRule(this.#cursorY + height - 3, 0.4);
    this.#cursorY += height;
  }

  /** The same shapes that the page shows, as wide as the text. */
  addDrawing(drawing: Drawing): void {
    const scale = textWidth / drawing.width;
    const height = drawing.height * scale + 10;
    this.ensureSpace(height);
    this.drawDrawing(drawing, { x: pageSize.left, top: this.#cursorY, scale });
    this.#cursorY += height;
  }

  drawDrawing(drawing: Drawing, placement: DrawingPlacement): void {
    drawShapes(this.pdf, this.palette, drawing, placement);
  }

  /** A line from margin to margin. */
  drawRule(y: number, lineWidth = 0.75): void {
    this.pdf
      .moveTo(pageSize.left, y)
      .lineTo(pageSize.left + textWidth, y)
      .lineWidth(lineWidth)
      .strokeColor(this.palette.rule)
      .stroke();
  }

  /** Text of any alphabet, broken into lines; answers the height that it takes. */
  drawMultilingualText(text: string, placement: MultilingualPlacement): number {
    const { colour = 'ink', bold = false, ...rest } = placement;
    return this.#multilingualText.draw(text, { ...rest, colour: this.palette[colour], bold });
  }

  finish(): Promise<Uint8Array> {
    this.pdf.end();
    return this.#finished;
  }
}

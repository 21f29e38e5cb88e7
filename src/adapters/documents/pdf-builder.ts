import PDFDocument from 'pdfkit';
import type { Colour, Drawing } from '#core/catalogue/drawing/drawing.model.ts';
import { neutralColours } from '#core/catalogue/drawing/drawing-colours.model.ts';
import type { PrintedPicture } from '#core/media/model.ts';
import { industryHueColours } from './colours.ts';
import { drawShapes, type DrawingPlacement, type Palette } from './draw-shapes.ts';
import { basicFonts, isLatin, type BasicFont } from './inter-fonts.ts';
import { lineHeightEms, MultilingualText, type TextPlacement } from './multilingual-text.ts';
import { pageSize, textWidth } from './page-layout.ts';

/** Texts of any alphabet. The fonts are those of Latin letters; others are sans or bold. */
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

/** `alignRight` is for Latin letters alone. */
type LinePlacement = Pick<TextPlacement, 'x' | 'top' | 'size' | 'width'> & {
  readonly font?: BasicFont;
  readonly colour?: Colour;
  readonly alignRight?: boolean;
};

type MultilingualPlacement = Pick<TextPlacement, 'x' | 'top' | 'size' | 'width'> & {
  readonly colour?: Colour;
  readonly bold?: boolean;
};

const maxPictureHeight = 340;
const pictureGap = 8;

type PdfOptions = {
  readonly title: string;
  readonly publisher: string;
  readonly industrySlug?: string;
  /** The store's colour. */
  readonly accent?: string | undefined;
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
  constructor(options: PdfOptions) {
    const { title, publisher, industrySlug, accent = neutralColours.accent } = options;
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
    this.palette = { ...neutralColours, ...hues, accent };
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

  /** Starts a new page if less than `height` is left on this one. */
  ensureSpace(height: number): void {
    if (this.#cursorY + height > pageSize.height - pageSize.bottom) this.newPage();
  }

  addSpace(height: number): void {
    this.#cursorY += height;
  }

  /** Nothing for an empty text. Lines break over pages if the text does not fit on one. */
  addText(text: string, size: number, options: TextOptions = {}): void {
    if (text === '') return;
    const { font = 'sans', colour = 'ink', indent = 0, gap = 8, keep = 0 } = options;
    if (!isLatin(text)) return this.#addLines(text, size, options);
    const layout = { width: textWidth - indent, lineGap: size * 0.35 };
    this.pdf.font(font).fontSize(size);
    const height = this.pdf.heightOfString(text, layout);
    this.ensureSpace(Math.min(height, pageSize.height - pageSize.top - pageSize.bottom) + keep);
    this.pdf
      .fillColor(this.palette[colour])
      .text(text, pageSize.left + indent, this.#cursorY, layout);
    this.#cursorY += height + gap;
  }

  /** Text of other alphabets, line by line. */
  #addLines(text: string, size: number, options: TextOptions): void {
    const { font = 'sans', colour = 'ink', indent = 0, gap = 8, keep = 0 } = options;
    const placement = {
      x: pageSize.left + indent,
      size,
      width: textWidth - indent,
      colour: this.palette[colour],
      bold: font !== 'sans',
    };
    const lineHeight = size * lineHeightEms;
    const lines = text
      .split('\n')
      .flatMap((line) => this.#multilingualText.layOut(line, placement));
    this.ensureSpace(Math.min(lines.length, 3) * lineHeight + keep);
    for (const drawLine of lines) {
      this.ensureSpace(lineHeight);
      drawLine(this.#cursorY);
      this.#cursorY += lineHeight;
    }
    this.#cursorY += gap;
  }

  /** One line at a place of the current page; an ellipsis, or nothing, if there is more. */
  drawLine(text: string, { x, top, size, width, ...style }: LinePlacement): void {
    const { colour = 'ink', font = 'sans', alignRight } = style;
    if (isLatin(text)) {
      const align = alignRight ? 'right' : 'left';
      this.pdf
        .font(font)
        .fontSize(size)
        .fillColor(this.palette[colour])
        .text(text, x, top, { width, height: size * 1.3, ellipsis: true, align });
      return;
    }
    const bold = font !== 'sans';
    const placement = { x, size, width, colour: this.palette[colour], bold };
    const [drawFirst] = this.#multilingualText.layOut(text, placement);
    drawFirst?.(top);
  }

  /** Text of any alphabet; it does not break over pages. */
  addMultilingualText(text: string, size: number, gap = 8): void {
    const placement = { x: pageSize.left, top: this.#cursorY, size, width: textWidth };
    this.#cursorY += this.drawMultilingualText(text, placement) + gap;
  }

  /** Cells side by side with a rule below; a row never breaks over a page. */
  addRow(cells: readonly Cell[], size = 9.5): void {
    const measured = cells.map((cell) => this.#measureCell(cell, size));
    const height = Math.max(...measured.map((cell) => cell.height)) + 5;
    this.ensureSpace(height);
    for (const { draw } of measured) draw(this.#cursorY);
    this.drawRule(this.#cursorY + height - 3, 0.4);
    this.#cursorY += height;
  }

  #measureCell(
    { text, x, width, alignRight, font = 'sans' }: Cell,
    size: number,
  ): { readonly height: number; readonly draw: (top: number) => void } {
    const left = pageSize.left + x;
    if (isLatin(text))
      return {
        height: this.pdf.font(font).fontSize(size).heightOfString(text, { width }),
        draw: (top) =>
          void this.pdf
            .font(font)
            .fontSize(size)
            .fillColor(this.palette.ink)
            .text(text, left, top, { width, align: alignRight ? 'right' : 'left' }),
      };
    const placement = { x: left, size, width, colour: this.palette.ink, bold: font !== 'sans' };
    const lines = this.#multilingualText.layOut(text, placement);
    const lineHeight = size * lineHeightEms;
    return {
      height: lines.length * lineHeight,
      draw: (top) => lines.forEach((drawLine, index) => drawLine(top + index * lineHeight)),
    };
  }

  /** As wide as the text, 150 pixels to the inch at most, and no higher than half of a page. */
  addPicture({ jpeg, widthPx, heightPx }: PrintedPicture): void {
    const scale = Math.min(textWidth / widthPx, maxPictureHeight / heightPx, 72 / 150);
    const [width, height] = [widthPx * scale, heightPx * scale];
    this.ensureSpace(height + pictureGap);
    const place = [pageSize.left, this.#cursorY] as const;
    this.pdf.image(Buffer.from(jpeg), ...place, { width, height });
    this.#cursorY += height + pictureGap;
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
    const fonts = { palette: this.palette, multilingualText: this.#multilingualText };
    drawShapes(this.pdf, fonts, drawing, placement);
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

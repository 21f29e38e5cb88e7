import { isRightToLeft } from '#core/catalogue/drawing/line-breaks.model.ts';
import { formatCodePoints, splitByFont, type FontRun } from './font-runs.ts';
import { loadInterSubset } from './inter-fonts.ts';
import type { FontSlice } from './noto-fonts.ts';
import { orderVisually } from './visual-order.ts';

/** Where a text stands (points from the page's top left corner), and how it looks. */
export type TextPlacement = {
  readonly x: number;
  readonly top: number;
  readonly size: number;
  /** Lines are at most so wide. */
  readonly width: number;
  readonly colour: string;
  readonly bold: boolean;
};

type TextStyle = Pick<TextPlacement, 'size' | 'bold'>;
type TextPart = {
  readonly fontName: string;
  readonly text: string;
  readonly widthPt: number;
  readonly slice: FontSlice | undefined;
};

/** From a line's top to its baseline, in ems: Inter's, so that all fonts share one baseline. */
const ascentEms = 0.96875;
export const lineHeightEms = 1.4;

/** Sets text of any alphabet into a PDF in which the fonts 'sans' and 'bold' are registered. */
export class MultilingualText {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #registeredFonts = new Set<string>();

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
  }

  /** The text is on the page afterwards; answers the height of its lines in points. */
  draw(text: string, placement: TextPlacement): number {
    const lineHeight = placement.size * lineHeightEms;
    const lines = this.layOut(text, placement);
    lines.forEach((drawLine, i) => drawLine(placement.top + i * lineHeight));
    return lines.length * lineHeight;
  }

  /** The text in lines of `size * lineHeightEms` points: functions that draw each at its height. */
  layOut(text: string, placement: Omit<TextPlacement, 'top'>): ((top: number) => void)[] {
    return this.#breakLines(text, placement).map((line) => {
      const parts = orderVisually(line, isRightToLeft(text));
      return (top) => this.#drawLine(parts, top + ascentEms * placement.size, placement);
    });
  }

  /** The width of the widest of the lines, and the height of all, in points. */
  measure(
    text: string,
    style: TextStyle & Pick<TextPlacement, 'width'>,
  ): { width: number; height: number } {
    const lines = this.#breakLines(text, style);
    return {
      width: Math.max(0, ...lines.map(totalWidth)),
      height: lines.length * style.size * lineHeightEms,
    };
  }

  #drawLine(
    parts: readonly TextPart[],
    baseline: number,
    placement: Omit<TextPlacement, 'top'>,
  ): void {
    const { size, colour } = placement;
    let { x } = placement;
    for (const { fontName, text, widthPt, slice } of parts) {
      this.#pdf.font(fontName).fontSize(size).fillColor(colour);
      if (slice?.needsOutline) this.#pdf.lineWidth(size * 0.035).strokeColor(colour);
      this.#pdf.text(text, x, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...(slice?.needsOutline ? { fill: true, stroke: true } : {}),
      });
      x += widthPt;
    }
  }

  #breakLines(
    text: string,
    { width, ...style }: TextStyle & Pick<TextPlacement, 'width'>,
  ): TextPart[][] {
    const lines: TextPart[][] = [[]];
    let usedWidth = 0;
    // An endless word is broken where its font changes, or after twenty characters.
    const groups = this.#groupUnbreakable(text, style).flatMap((group) =>
      totalWidth(group) > width ? group.map((part) => [part]) : [group],
    );
    for (const group of groups) {
      if (usedWidth > 0 && usedWidth + totalWidth(group) > width) {
        lines.push([]);
        usedWidth = 0;
      }
      if (usedWidth === 0 && group.every((part) => part.text.trim() === '')) continue;
      lines.at(-1)?.push(...group);
      usedWidth += totalWidth(group);
    }
    return lines;
  }

  /** Parts that share a line: a word of several fonts is not broken, except between ideographs. */
  #groupUnbreakable(text: string, style: TextStyle): TextPart[][] {
    const groups: TextPart[][] = [];
    let isInWord = false;
    for (const run of splitByFont(text)) {
      for (const word of run.text.match(/\s+|\S{1,40}/g) ?? []) {
        const part = this.#measureWord(run, word, style);
        const isWord = word.trim() !== '' && !run.slice?.isFullWidth;
        if (isInWord && isWord) groups.at(-1)?.push(part);
        else groups.push([part]);
        isInWord = isWord;
      }
    }
    return groups;
  }

  /**
   * Measures a word; one that fontkit can't lay out (marks in an order that no language has) is
   * written as code points.
   */
  #measureWord(run: FontRun, word: string, { size, bold }: TextStyle): TextPart {
    const fontName = this.#registerFont(run, bold);
    try {
      const widthPt = this.#pdf.font(fontName).fontSize(size).widthOfString(word);
      return { fontName, text: word, widthPt, slice: run.slice };
    } catch {
      const text = formatCodePoints(word);
      const widthPt = this.#pdf.font('sans').fontSize(size).widthOfString(text);
      return { fontName: 'sans', text, widthPt, slice: undefined };
    }
  }

  #registerFont(run: FontRun, bold: boolean): string {
    // The same file under another name would be opened and compared anew at every use.
    if (run.subset === 'latin') return bold ? 'bold' : 'sans';
    const name = run.slice
      ? `any-${run.slice.name}`
      : `any-${run.subset}-${bold ? 'bold' : 'sans'}`;
    if (!this.#registeredFonts.has(name))
      this.#pdf.registerFont(name, run.slice ? run.slice.font : loadInterSubset(run.subset, bold));
    this.#registeredFonts.add(name);
    return name;
  }
}

const totalWidth = (parts: readonly TextPart[]): number =>
  parts.reduce((sum, { widthPt }) => sum + widthPt, 0);

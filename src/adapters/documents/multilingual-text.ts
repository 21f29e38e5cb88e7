import type { FontSlice } from './noto-fonts.ts';
import {
  formatCodePoints,
  splitByFont,
  loadInterSubset,
  type FontRun,
  type InterSubset,
} from './font-runs.ts';

type TextPart = {
  readonly fontName: string;
  readonly text: string;
  readonly widthPt: number;
  readonly slice: FontSlice | undefined;
};
export type MultilingualTextOptions = {
  readonly width: number;
  readonly colour: string;
  readonly bold: boolean;
  readonly maxLines: number;
};

/** From the top of a line to its baseline, in ems: Inter's, for every font, so that all stand on one line. */
const ascentEms = 0.96875;

/** Sets text of any alphabet into a document. The faces of 'sans' and 'bold' are registered there already. */
export function createMultilingualText(pdf: PDFKit.PDFDocument) {
  const registered = new Set<string>();
  const registerFont = ({ subset, slice }: FontRun, bold: boolean): string => {
    // The same file under another name would be opened and compared anew at every use.
    if (subset === 'latin') return bold ? 'bold' : 'sans';
    const name = slice ? `any-${slice.name}` : `any-${subset}-${bold ? 'bold' : 'sans'}`;
    if (!registered.has(name))
      pdf.registerFont(name, slice ? slice.font : loadInterSubset(subset as InterSubset, bold));
    registered.add(name);
    return name;
  };

  /** A word, its face and its width. What the font library can't lay out (marks in an order that no language has) is written as code points. */
  const measureWord = (
    run: FontRun,
    word: string,
    size: number,
    bold: boolean,
  ): { name: string; shown: string; wide: number } => {
    const name = registerFont(run, bold);
    try {
      return { name, shown: word, wide: pdf.font(name).fontSize(size).widthOfString(word) };
    } catch {
      const shown = formatCodePoints(word);
      return { name: 'sans', shown, wide: pdf.font('sans').fontSize(size).widthOfString(shown) };
    }
  };

  /** Parts that stand together on a line: a word whose letters come from several fonts is not torn between them, ideographs may be. */
  const groupUnbreakable = (text: string, size: number, bold: boolean): TextPart[][] => {
    const groups: TextPart[][] = [];
    let open = false;
    for (const run of splitByFont(text)) {
      for (const word of run.text.match(/\s+|\S{1,40}/g) ?? []) {
        const { name, shown, wide } = measureWord(run, word, size, bold);
        const part = {
          fontName: name,
          text: shown,
          widthPt: wide,
          slice: shown === word ? run.slice : undefined,
        };
        const tight = word.trim() !== '' && !run.slice?.isFullWidth;
        if (open && tight) groups.at(-1)?.push(part);
        else groups.push([part]);
        open = tight;
      }
    }
    return groups;
  };

  const breakLines = (
    text: string,
    size: number,
    { width, bold }: MultilingualTextOptions,
  ): TextPart[][] => {
    const lines: TextPart[][] = [[]];
    let used = 0;
    const total = (parts: readonly TextPart[]): number =>
      parts.reduce((sum, { widthPt }) => sum + widthPt, 0);
    // An endless word is broken where its font changes, or after twenty letters.
    const units = groupUnbreakable(text, size, bold).flatMap((group) =>
      total(group) > width ? group.map((part) => [part]) : [group],
    );
    for (const unit of units) {
      if (used > 0 && used + total(unit) > width) {
        lines.push([]);
        used = 0;
      }
      if (used === 0 && unit.every(({ text: word }) => word.trim() === '')) continue;
      lines.at(-1)?.push(...unit);
      used += total(unit);
    }
    return lines;
  };

  /** Lines of at most `width` points at a place, `most` of them; answers the height that they took. */
  return (
    text: string,
    x: number,
    top: number,
    size: number,
    options: MultilingualTextOptions,
  ): number => {
    const lines = breakLines(text, size, options).slice(0, options.maxLines);
    lines.forEach((parts, i) => {
      let at = x;
      for (const { fontName: name, text: word, widthPt, slice } of inReadingOrder(parts)) {
        pdf.font(name).fontSize(size).fillColor(options.colour);
        if (slice?.needsOutline) pdf.lineWidth(size * 0.035).strokeColor(options.colour);
        pdf.text(word, at, top + (i * 1.4 + ascentEms) * size, {
          lineBreak: false,
          baseline: 'alphabetic',
          ...(slice?.needsOutline ? { fill: true, stroke: true } : {}),
        });
        at += widthPt;
      }
    });
    return lines.length * size * 1.4;
  };
}

/** Words that are read from right to left stand in that order; the spaces around them stay where they are. */
function inReadingOrder(parts: readonly TextPart[]): TextPart[] {
  const placed: TextPart[] = [];
  for (let i = 0; i < parts.length; i++) {
    let end = i;
    for (let next = i; parts[next]?.slice?.isRightToLeft; next++)
      if (parts[next]?.text.trim() !== '') end = next + 1;
    if (end > i) {
      placed.push(...parts.slice(i, end).toReversed());
      i = end - 1;
    } else placed.push(parts[i] as TextPart);
  }
  return placed;
}

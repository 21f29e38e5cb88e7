import type { Slice } from './alphabets.ts';
import { codePoints, runsOf, subsetFile, type Run, type Subset } from './letters.ts';

type Part = {
  readonly face: string;
  readonly text: string;
  readonly wide: number;
  readonly slice: Slice | undefined;
};
export type AnyText = {
  readonly width: number;
  readonly colour: string;
  readonly bold: boolean;
  readonly most: number;
};

/** From the top of a line to its baseline, in ems: Inter's, for every font, so that all stand on one line. */
const ascent = 0.96875;

/** Sets text of any alphabet into a document. The faces of 'sans' and 'bold' are registered there already. */
export function createAnyText(pdf: PDFKit.PDFDocument) {
  const registered = new Set<string>();
  const face = ({ subset, slice }: Run, bold: boolean): string => {
    // The same file under another name would be opened and compared anew at every use.
    if (subset === 'latin') return bold ? 'bold' : 'sans';
    const name = slice ? `any-${slice.name}` : `any-${subset}-${bold ? 'bold' : 'sans'}`;
    if (!registered.has(name))
      pdf.registerFont(name, slice ? slice.font : subsetFile(subset as Subset, bold));
    registered.add(name);
    return name;
  };

  /** A word, its face and its width. What the font library can't lay out (marks in an order that no language has) is written as code points. */
  const measured = (
    run: Run,
    word: string,
    size: number,
    bold: boolean,
  ): { name: string; shown: string; wide: number } => {
    const name = face(run, bold);
    try {
      return { name, shown: word, wide: pdf.font(name).fontSize(size).widthOfString(word) };
    } catch {
      const shown = codePoints(word);
      return { name: 'sans', shown, wide: pdf.font('sans').fontSize(size).widthOfString(shown) };
    }
  };

  /** Parts that stand together on a line: a word whose letters come from several fonts is not torn between them, ideographs may be. */
  const joined = (text: string, size: number, bold: boolean): Part[][] => {
    const groups: Part[][] = [];
    let open = false;
    for (const run of runsOf(text)) {
      for (const word of run.text.match(/\s+|\S{1,40}/g) ?? []) {
        const { name, shown, wide } = measured(run, word, size, bold);
        const part = {
          face: name,
          text: shown,
          wide,
          slice: shown === word ? run.slice : undefined,
        };
        const tight = word.trim() !== '' && !run.slice?.square;
        if (open && tight) groups.at(-1)?.push(part);
        else groups.push([part]);
        open = tight;
      }
    }
    return groups;
  };

  const broken = (text: string, size: number, { width, bold }: AnyText): Part[][] => {
    const lines: Part[][] = [[]];
    let used = 0;
    const total = (parts: readonly Part[]): number =>
      parts.reduce((sum, { wide }) => sum + wide, 0);
    // An endless word is broken where its font changes, or after twenty letters.
    const units = joined(text, size, bold).flatMap((group) =>
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
  return (text: string, x: number, top: number, size: number, options: AnyText): number => {
    const lines = broken(text, size, options).slice(0, options.most);
    lines.forEach((parts, i) => {
      let at = x;
      for (const { face: name, text: word, wide, slice } of asRead(parts)) {
        pdf.font(name).fontSize(size).fillColor(options.colour);
        if (slice?.thin) pdf.lineWidth(size * 0.035).strokeColor(options.colour);
        pdf.text(word, at, top + (i * 1.4 + ascent) * size, {
          lineBreak: false,
          baseline: 'alphabetic',
          ...(slice?.thin ? { fill: true, stroke: true } : {}),
        });
        at += wide;
      }
    });
    return lines.length * size * 1.4;
  };
}

/** Words that are read from right to left stand in that order; the spaces around them stay where they are. */
function asRead(parts: readonly Part[]): Part[] {
  const placed: Part[] = [];
  for (let i = 0; i < parts.length; i++) {
    let end = i;
    for (let next = i; parts[next]?.slice?.leftward; next++)
      if (parts[next]?.text.trim() !== '') end = next + 1;
    if (end > i) {
      placed.push(...parts.slice(i, end).toReversed());
      i = end - 1;
    } else placed.push(parts[i] as Part);
  }
  return placed;
}

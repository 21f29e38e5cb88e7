import { create as parseFont, type Font } from 'fontkit';
import { isRightToLeft, splitForLines } from '#core/catalogue/drawing/line-breaks.model.ts';
import { splitByFont } from './font-runs.ts';
import { basicFonts, isLatin, loadInterSubset, type BasicFont } from './inter-fonts.ts';
import { loadFontsFor } from './noto-fonts.ts';
import { orderVisually } from './visual-order.ts';

/** Lines of a text: where the first one's baseline is, and how much room they have. */
export type LinesPlacement = {
  readonly x: number;
  readonly y: number;
  /** Where `x` is: at the left of all lines by default. */
  readonly anchor?: 'start' | 'middle' | 'end' | undefined;
  readonly size: number;
  readonly font: BasicFont;
  /** "#1c1b18" */
  readonly fill: string;
  readonly width: number;
  /** The most lines: text that doesn't fit is left out, and the last line ends with an ellipsis. */
  readonly maxLines: number;
};

/** A word, or an ideograph, as a path with its width in ems. */
type Run = { readonly text: string; readonly data: Buffer; readonly isThin: boolean };
type Word = { readonly text: string; readonly path: string; readonly ems: number };

const lineHeightEms = 1.16;
const anchorShare = { start: 0, middle: 0.5, end: 1 };
const strokeEms: Readonly<Record<BasicFont, number>> = { sans: 0.02, bold: 0.05, serif: 0.05 };
const parsedFonts = new Map<Buffer, Font>();

/** A text of any alphabet as outlines, broken into lines where its script allows it. */
export async function outlineLines(
  text: string,
  placement: LinesPlacement,
): Promise<{ svg: string; lineCount: number }> {
  await loadFontsFor(text);
  const lines = breakLines(text, placement);
  const { x, y, size, fill, anchor = 'start' } = placement;
  const svg = lines
    .map((line, i) => {
      let left = x - sumEms(line) * size * anchorShare[anchor];
      const baseline = Math.round(y + i * size * lineHeightEms);
      const paths = orderVisually(line, isRightToLeft(text)).map(({ path, ems }) => {
        const at = left.toFixed(2);
        left += ems * size;
        return `<g transform="translate(${at} ${baseline}) scale(${size})">${path}</g>`;
      });
      return `<g fill="${fill}" stroke="${fill}" stroke-width="0">${paths.join('')}</g>`;
    })
    .join('');
  return { svg, lineCount: lines.length };
}

function breakLines(text: string, { font, size, width, maxLines }: LinesPlacement): Word[][] {
  const space = shapeWord(' ', font);
  const maxEms = width / size;
  const lines: Word[][] = [[]];
  for (const part of splitForLines(text.replaceAll(/\s+/gu, ' '))) {
    const token = part.trimEnd();
    const word = fitWord(shapeWord(token, font), token, { font, maxEms });
    const line = lines.at(-1) ?? [];
    if (line.length > 0 && sumEms(line) + word.ems > maxEms) {
      if (lines.length === maxLines) return withEllipsis(lines, font, maxEms);
      lines.push([word]);
    } else line.push(word);
    if (part !== token) lines.at(-1)?.push(space);
  }
  return lines.map(withoutEndSpace);
}

const sumEms = (line: readonly Word[]): number => line.reduce((sum, { ems }) => sum + ems, 0);
const withoutEndSpace = (line: Word[]): Word[] =>
  line.at(-1)?.path === '' ? line.slice(0, -1) : line;

/** An endless word is cut where the line ends. */
function fitWord(
  word: Word,
  token: string,
  { font, maxEms }: { readonly font: BasicFont; readonly maxEms: number },
): Word {
  if (word.ems <= maxEms) return word;
  const kept = Math.max(1, Math.floor((token.length * maxEms) / word.ems) - 2);
  return shapeWord(`${token.slice(0, kept)}…`, font);
}

function withEllipsis(lines: Word[][], font: BasicFont, maxEms: number): Word[][] {
  const ellipsis = shapeWord('…', font);
  let last = withoutEndSpace(lines.at(-1) ?? []);
  while (last.length > 1 && sumEms(last) + ellipsis.ems > maxEms)
    last = withoutEndSpace(last.slice(0, -1));
  return [...lines.slice(0, -1), [...last, ellipsis]].map(withoutEndSpace);
}

/** In an em of 1; y grows downwards. Runs of one word may be of several fonts. */
function shapeWord(text: string, font: BasicFont): Word {
  let ems = 0;
  const runs = isLatin(text)
    ? [{ text, data: basicFonts[font], isThin: false }]
    : orderRuns(splitRuns(text, font), text);
  const path = runs
    .map(({ text: part, data, isThin }) => {
      const parsed = parsedFonts.get(data) ?? parseFont(data);
      parsedFonts.set(data, parsed);
      const { glyphs, positions } = parsed.layout(part);
      const scale = 1 / parsed.unitsPerEm;
      const strokeWidth = isThin ? strokeEms[font] / scale : 0;
      return glyphs
        .map((glyph, i) => {
          const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
          const at = `${(ems + xOffset * scale).toFixed(4)} ${(-yOffset * scale).toFixed(4)}`;
          ems += xAdvance * scale;
          const outline = glyph.path.toSVG();
          return outline === ''
            ? ''
            : `<path transform="translate(${at}) scale(${scale} ${-scale})" ` +
                `stroke-width="${strokeWidth}" d="${outline}"/>`;
        })
        .join('');
    })
    .join('');
  return { text, path, ems };
}

/** A word that is read from the right begins with the last run: an ellipsis of another font. */
const orderRuns = (runs: Run[], text: string): Run[] =>
  isRightToLeft(text) ? runs.toReversed() : runs;

/** The thinnest fonts get an outline too. */
const splitRuns = (text: string, font: BasicFont): Run[] =>
  splitByFont(text).map((run) => ({
    text: run.text,
    data: run.slice ? run.slice.font : loadInterSubset(run.subset, font !== 'sans'),
    isThin: run.slice?.needsOutline ?? false,
  }));

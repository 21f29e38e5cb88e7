import { create as parseFont, type Font } from 'fontkit';
import { splitByFont } from './font-runs.ts';
import { basicFonts, isLatin, loadInterSubset, type BasicFont } from './inter-fonts.ts';
import { loadFontsFor } from './noto-fonts.ts';

/** Lines of a text: where the first one's baseline is, and how much room they have. */
export type LinesPlacement = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly font: BasicFont;
  /** "#1c1b18" */
  readonly fill: string;
  readonly width: number;
  /** What does not fit is left out, and the last line ends with an ellipsis. */
  readonly maxLines: number;
};

/** A word, or an ideograph, as a path with its width in ems. */
type Run = { readonly text: string; readonly data: Buffer; readonly isThin: boolean };
type Word = { readonly path: string; readonly ems: number; readonly isRightToLeft: boolean };

const lineHeightEms = 1.16;
const strokeEms: Readonly<Record<BasicFont, number>> = { sans: 0.02, bold: 0.05, serif: 0.05 };
const parsedFonts = new Map<Buffer, Font>();

/** A text of any alphabet as outlines, broken into lines between words. */
export async function outlineLines(
  text: string,
  placement: LinesPlacement,
): Promise<{ svg: string; lineCount: number }> {
  await loadFontsFor(text);
  const lines = breakLines(text, placement);
  const { x, y, size, fill } = placement;
  const svg = lines
    .map((line, i) => {
      let left = x;
      const baseline = Math.round(y + i * size * lineHeightEms);
      const isRightToLeft = line.some((word) => word.isRightToLeft);
      const paths = (isRightToLeft ? line.toReversed() : line).map(({ path, ems }) => {
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
  const space = shapeWord(' ', font).ems;
  const maxEms = width / size;
  const lines: Word[][] = [[]];
  let used = 0;
  for (const token of text.match(
    /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\s\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+\s*|\s+/gu,
  ) ?? []) {
    const word = fitWord(shapeWord(token, font), token, { font, maxEms });
    if (used > 0 && used + word.ems - (token.endsWith(' ') ? space : 0) > maxEms) {
      if (lines.length === maxLines) return withEllipsis(lines, font, maxEms);
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(word);
    used += word.ems;
  }
  return lines;
}

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
  const last = lines.at(-1) ?? [];
  while (last.length > 1 && last.reduce((sum, { ems }) => sum + ems, ellipsis.ems) > maxEms)
    last.pop();
  last.push(ellipsis);
  return lines;
}

/** In an em of 1; y grows downwards. Runs of one word may be of several fonts. */
function shapeWord(text: string, font: BasicFont): Word {
  let ems = 0;
  let isRightToLeft = false;
  const runs = isLatin(text)
    ? [{ text, data: basicFonts[font], isThin: false }]
    : splitRuns(text, font);
  const path = runs
    .map(({ text: part, data, isThin }) => {
      const parsed = parsedFonts.get(data) ?? parseFont(data);
      parsedFonts.set(data, parsed);
      const { glyphs, positions, direction } = parsed.layout(part);
      isRightToLeft ||= direction === 'rtl';
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
  return { path, ems, isRightToLeft };
}

/** The thinnest fonts get an outline too. */
const splitRuns = (text: string, font: BasicFont): Run[] =>
  splitByFont(text).map((run) => ({
    text: run.text,
    data: run.slice ? run.slice.font : loadInterSubset(run.subset, font !== 'sans'),
    isThin: run.slice?.needsOutline ?? false,
  }));

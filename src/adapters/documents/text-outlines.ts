import { create as parseFont, type Font } from 'fontkit';
import {
  basicFonts,
  findInterSubset,
  loadInterSubset,
  type BasicFont,
  type InterSubset,
} from './inter-fonts.ts';

export type OutlinedText = {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly font: BasicFont;
  readonly anchor?: 'start' | 'middle' | 'end' | undefined;
  /** "#1c1b18" */
  readonly fill: string;
};

const parsedFonts = new Map<string, Font>();

/**
 * A text as outlines in our own fonts, for pictures that are rendered if no fonts are installed.
 * A character that the fonts lack is left out.
 */
export function outlineText({ x, y, text, size, font, anchor, fill }: OutlinedText): string {
  const glyphs = Array.from(text, (character) => findGlyph(character, font)).filter(
    (glyph) => glyph !== undefined,
  );
  const width = glyphs.reduce((sum, { advance }) => sum + advance, 0) * size;
  let left = x - width * { start: 0, middle: 0.5, end: 1 }[anchor ?? 'start'];
  const parts = glyphs.map(({ path, advance, scale }) => {
    const at = left;
    left += advance * size;
    if (path === '') return '';
    const factor = size * scale;
    return `<path transform="translate(${at.toFixed(2)} ${y}) scale(${factor} ${-factor})" d="${path}"/>`;
  });
  return `<g fill="${fill}">${parts.join('')}</g>`;
}

type Glyph = { readonly path: string; readonly advance: number; readonly scale: number };

function findGlyph(character: string, name: BasicFont): Glyph | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  const basic = getFont(name);
  const subset = basic.hasGlyphForCodePoint(codePoint) ? undefined : findInterSubset(codePoint);
  if (!subset && !basic.hasGlyphForCodePoint(codePoint)) return undefined;
  const font = subset ? getSubset(subset, name !== 'sans') : basic;
  const glyph = font.glyphForCodePoint(codePoint);
  const scale = 1 / font.unitsPerEm;
  return { path: glyph.path.toSVG(), advance: glyph.advanceWidth * scale, scale };
}

const getFont = (name: BasicFont): Font => getParsed(name, () => basicFonts[name]);
const getSubset = (subset: InterSubset, bold: boolean): Font =>
  getParsed(`${subset} ${bold}`, () => loadInterSubset(subset, bold));

function getParsed(key: string, load: () => Buffer): Font {
  const font = parsedFonts.get(key) ?? parseFont(load());
  parsedFonts.set(key, font);
  return font;
}

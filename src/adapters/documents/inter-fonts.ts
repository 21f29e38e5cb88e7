/** Inter and Source Serif 4, the fonts of our own words, in the subsets of their packages. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create as parseFont } from 'fontkit';
import { unpackWoff } from './woff.ts';

const require = createRequire(import.meta.url);
const readFont = (file: string): Buffer => unpackWoff(readFileSync(require.resolve(file)));

const interSubsets = [
  'latin',
  'latin-ext',
  'cyrillic',
  'greek',
  'vietnamese',
  'cyrillic-ext',
  'greek-ext',
] as const;
export type InterSubset = (typeof interSubsets)[number];

/** The faces that every document has. */
export const basicFonts = {
  sans: readFont('@fontsource/inter/files/inter-latin-400-normal.woff'),
  bold: readFont('@fontsource/inter/files/inter-latin-600-normal.woff'),
  serif: readFont('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff'),
};
export type BasicFont = keyof typeof basicFonts;

const loadedFonts = new Map<string, Buffer>();

/** The font of a subset, read once in the life of the program. */
export function loadInterSubset(subset: InterSubset, bold: boolean): Buffer {
  const file = `@fontsource/inter/files/inter-${subset}-${bold ? 600 : 400}-normal.woff`;
  const font = loadedFonts.get(file) ?? readFont(file);
  loadedFonts.set(file, font);
  return font;
}

const charactersBySubset = new Map<InterSubset, ReadonlySet<number>>();

/** The first subset that has a glyph for the code point. */
export const findInterSubset = (codePoint: number): InterSubset | undefined =>
  interSubsets.find((subset) => charactersOf(subset).has(codePoint));

/** True where the faces that every document has can draw the text; spaces of any width count. */
export const isLatin = (text: string): boolean =>
  Array.from(text).every(
    (character) =>
      charactersOf('latin').has(character.codePointAt(0) ?? 0) || /[\s\p{Z}]/u.test(character),
  );

/** Read from the files: the package's unicode.json claims hundreds that they lack. */
function charactersOf(subset: InterSubset): ReadonlySet<number> {
  const characters =
    charactersBySubset.get(subset) ??
    new Set(parseFont(loadInterSubset(subset, false)).characterSet);
  charactersBySubset.set(subset, characters);
  return characters;
}

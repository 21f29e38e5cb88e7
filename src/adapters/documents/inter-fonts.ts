/** Inter and Source Serif 4, the fonts of our own words, in the subsets of their packages. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create as parseFont } from 'fontkit';
import { inflateSync } from 'node:zlib';

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

/** True if the faces that every document has can draw the text; spaces of any width count. */
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

type FontTable = { readonly tag: Buffer; readonly checksum: Buffer; readonly bytes: Buffer };

/**
 * A WOFF font as the plain OpenType font inside it, because fontkit inflates a WOFF's tables anew
 * for every glyph. The table of substitutions (arrows for "->" and the like) is left out: we
 * compose characters ourselves, and fontkit spends two thirds of a page's time in it.
 */
function unpackWoff(woff: Buffer): Buffer {
  const tables = readTables(woff).filter(({ tag }) => tag.toString('latin1') !== 'GSUB');
  const header = Buffer.alloc(12 + 16 * tables.length);
  woff.copy(header, 0, 4, 8);
  writeSearchFields(header, tables.length);
  const parts: Buffer[] = [header];
  let offset = header.length;
  tables.forEach(({ tag, checksum, bytes }, i) => {
    const entry = 12 + 16 * i;
    header.set(tag, entry);
    header.set(checksum, entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(bytes.length, entry + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  });
  return Buffer.concat(parts);
}

function readTables(woff: Buffer): FontTable[] {
  return Array.from({ length: woff.readUInt16BE(12) }, (_, i) => {
    const entry = 44 + 20 * i;
    const start = woff.readUInt32BE(entry + 4);
    const packedLength = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const bytes = woff.subarray(start, start + packedLength);
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.subarray(entry + 16, entry + 20),
      bytes: packedLength < length ? inflateSync(bytes) : bytes,
    };
  });
}

/** numTables, searchRange, entrySelector and rangeShift of the OpenType header. */
function writeSearchFields(header: Buffer, tableCount: number): void {
  const entrySelector = Math.floor(Math.log2(tableCount));
  const searchRange = 16 << entrySelector;
  const fields = [tableCount, searchRange, entrySelector, 16 * tableCount - searchRange];
  fields.forEach((value, i) => header.writeUInt16BE(value, 4 + 2 * i));
}

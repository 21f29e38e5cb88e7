/** Sets text that may hold letters of several alphabets: each run in the font that has its letters. */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { createSliceFinder, type FontSlice } from './noto-fonts.ts';
import { readCharacters } from './font-cmap.ts';

const require = createRequire(import.meta.url);
const subsetOrder = [
  'latin',
  'latin-ext',
  'cyrillic',
  'greek',
  'vietnamese',
  'cyrillic-ext',
  'greek-ext',
] as const;
export type InterSubset = (typeof subsetOrder)[number];

/**
 * A WOFF font as the plain OpenType font inside it, because fontkit inflates a WOFF's tables anew for every glyph. Without its table of
 * substitutions (arrows drawn for "->" and the like): letters are composed here, and looking for them is two thirds of what a page takes.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, i) => {
    const at = 44 + 20 * i;
    const [from, packed, whole] = [
      woff.readUInt32BE(at + 4),
      woff.readUInt32BE(at + 8),
      woff.readUInt32BE(at + 12),
    ];
    const bytes = woff.subarray(from, from + packed);
    return {
      tag: woff.subarray(at, at + 4),
      sum: woff.subarray(at + 16, at + 20),
      bytes: packed < whole ? inflateSync(bytes) : bytes,
    };
  }).filter(({ tag }) => tag.toString('latin1') !== 'GSUB');
  const count = tables.length;
  const power = Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  [count, 16 << power, power, 16 * count - (16 << power)].forEach((value, i) =>
    head.writeUInt16BE(value, 4 + 2 * i),
  );
  const parts: Buffer[] = [head];
  let end = head.length;
  tables.forEach(({ tag, sum, bytes }, i) => {
    const at = 12 + 16 * i;
    head.set(tag, at);
    head.set(sum, at + 4);
    head.writeUInt32BE(end, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    end += bytes.length + padding.length;
  });
  return Buffer.concat(parts);
}

const loadedFonts = new Map<string, Buffer>();
/** The font of a subset, read and unpacked once in the life of the program. */
export function loadInterSubset(subset: InterSubset, bold: boolean): Buffer {
  const name = `@fontsource/inter/files/inter-${subset}-${bold ? 600 : 400}-normal.woff`;
  const font = loadedFonts.get(name) ?? unpackWoff(readFileSync(require.resolve(name)));
  loadedFonts.set(name, font);
  return font;
}

// The package's unicode.json claims hundreds of letters that its files lack, so the files themselves are asked.
const charactersBySubset = new Map<InterSubset, ReadonlySet<number>>();
function charactersOf(subset: InterSubset): ReadonlySet<number> {
  const letters = charactersBySubset.get(subset) ?? readCharacters(loadInterSubset(subset, false));
  charactersBySubset.set(subset, letters);
  return letters;
}

/** What has no shape goes; spaces and hyphens that differ only in width become those that every font has. */
const normalizeText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[\p{Cc}\p{Z}]/gu, ' ')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replaceAll('\u2012', '\u2013')
    .replaceAll('\u2015', '\u2014');

// The widest letter is 1.00 em in `latin` and 1.39 em elsewhere: so many fit a column of 210 points at 10 points.
const maxRunLength = (subset: string): number => (subset === 'latin' ? 20 : 15);

/** Letters of one font: a subset of Inter, or a slice of another alphabet. */
export type FontRun = {
  readonly subset: string;
  readonly slice: FontSlice | undefined;
  text: string;
};

/** "[U+674E]" for each letter. */
export const formatCodePoints = (text: string): string =>
  Array.from(
    text,
    (letter) => `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`,
  ).join('');

/**
 * Runs of text by the font that has their letters (openAlphabets has opened it). A letter that no font has is written as its code point, in a run of
 * its own: never a lost box. A run may be broken at its spaces and ends only, so that an endless word is given in pieces.
 */
export function splitByFont(text: string): FontRun[] {
  const runs: FontRun[] = [];
  const sliceOf = createSliceFinder(text);
  // Letters since the last space of the last run; endless after a code point, which nothing joins but a space.
  let wordLength = 0;
  for (const character of normalizeText(text)) {
    const point = character.codePointAt(0) ?? 0;
    const last = runs.at(-1);
    const inter = subsetOrder.find((name) => charactersOf(name).has(point));
    const slice = inter ? undefined : sliceOf(character);
    const subset = inter ?? slice?.name;
    if (last && character === ' ') {
      last.text += character;
      wordLength = 0;
    } else if (last && last.subset === subset && wordLength < maxRunLength(subset)) {
      last.text += character;
      wordLength++;
    } else {
      runs.push(
        subset
          ? { subset, slice, text: character }
          : { subset: 'latin', slice: undefined, text: formatCodePoints(character) },
      );
      wordLength = subset ? 1 : Infinity;
    }
  }
  return runs;
}

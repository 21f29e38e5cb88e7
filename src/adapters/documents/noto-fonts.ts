/**
 * Fonts for the alphabets that Inter lacks: Noto Sans for Chinese, Japanese, Korean, Arabic,
 * Hebrew, Thai and Devanagari, in the slices of some hundred characters that the packages come in.
 * A slice is loaded when a text first needs it, and stays in memory.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create as parseFont } from 'fontkit';
import decompress from 'woff2-encoder/decompress';

const require = createRequire(import.meta.url);

export type FontSlice = {
  readonly name: string;
  readonly font: Buffer;
  /** Code points. */
  readonly characters: ReadonlySet<number>;
  /** Characters are one em wide. */
  readonly isFullWidth: boolean;
  /** To be drawn with an outline as well, because the font's own strokes are the thinnest ones. */
  readonly needsOutline: boolean;
};

type CodePointRange = readonly [first: number, last: number];
type SliceRange = { readonly key: string; readonly range: CodePointRange };

const ideographicFamilies: readonly string[] = ['sc', 'tc', 'jp', 'kr'];
const allFamilies: readonly string[] = [
  ...ideographicFamilies,
  'arabic',
  'hebrew',
  'thai',
  'devanagari',
];
const thinFamilies: readonly string[] = [...ideographicFamilies, 'hebrew'];

const loadedSlices = new Map<string, FontSlice>();

/** Every character of the text that some family has can be drawn afterwards. */
export async function loadFontsFor(text: string): Promise<void> {
  const families = familyOrderFor(text);
  for (const character of new Set(text.normalize('NFC'))) {
    const codePoint = character.codePointAt(0) ?? 0;
    // Inter has everything before Hebrew; no family has a written character beyond U+FFFF.
    if (codePoint < 0x590 || codePoint > 0xffff) continue;
    for (const family of families) {
      for (const key of findSliceKeys(family, codePoint)) await loadSlice(family, key);
      if (findLoadedSlice(character, [family])) break;
    }
  }
}

/** Finds the loaded slice of each of a text's characters; undefined for one that none has. */
export function createSliceFinder(text: string): (character: string) => FontSlice | undefined {
  const families = familyOrderFor(text);
  return (character) => findLoadedSlice(character, families);
}

/** Ideographs have the shapes of the text's language: Japanese with kana, Korean with hangul. */
function familyOrderFor(text: string): readonly string[] {
  if (/[\u3040-\u30ff]/.test(text)) return ['jp', ...allFamilies];
  return /[\uac00-\ud7af]/.test(text) ? ['kr', ...allFamilies] : allFamilies;
}

function findLoadedSlice(character: string, families: readonly string[]): FontSlice | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  for (const family of families)
    for (const slice of loadedSlices.values())
      if (slice.name.startsWith(`${family}-`) && slice.characters.has(codePoint)) return slice;
  return undefined;
}

async function loadSlice(family: string, key: string): Promise<void> {
  const name = `${family}-${key}`;
  if (loadedSlices.has(name)) return;
  const fileName = `noto-sans-${family}-${key}-wght-normal.woff2`;
  const file = require.resolve(`@fontsource-variable/noto-sans-${family}/files/${fileName}`);
  const font = Buffer.from(await decompress(readFileSync(file)));
  loadedSlices.set(name, {
    name,
    font,
    characters: new Set(parseFont(font).characterSet),
    isFullWidth: ideographicFamilies.includes(family),
    needsOutline: thinFamilies.includes(family),
  });
}

/** The slices of the family that claim the character; its files lack a few of them. */
function findSliceKeys(family: string, codePoint: number): ReadonlySet<string> {
  const blocks = blocksByFamily.get(family) ?? readSliceBlocks(family);
  blocksByFamily.set(family, blocks);
  const matching = (blocks.get(codePoint >> 8) ?? []).filter(
    ({ range: [first, last] }) => codePoint >= first && codePoint <= last,
  );
  return new Set(matching.map(({ key }) => key));
}

/** By family, the ranges that reach into each block of 256 characters: a family has thousands. */
const blocksByFamily = new Map<string, ReadonlyMap<number, readonly SliceRange[]>>();

function readSliceBlocks(family: string): ReadonlyMap<number, readonly SliceRange[]> {
  const blocks = new Map<number, SliceRange[]>();
  for (const slice of readSliceRanges(family))
    for (let block = slice.range[0] >> 8; block <= slice.range[1] >> 8; block++)
      blocks.set(block, [...(blocks.get(block) ?? []), slice]);
  return blocks;
}

/** Reads the code points of each slice from the family's package. */
function readSliceRanges(family: string): readonly SliceRange[] {
  const unicodeRanges = require(
    `@fontsource-variable/noto-sans-${family}/unicode.json`,
  ) as Readonly<Record<string, string>>;
  const isIdeographic = ideographicFamilies.includes(family);
  return Object.entries(unicodeRanges)
    .filter(([key]) => (isIdeographic ? key.startsWith('[') : key === family))
    .flatMap(([key, ranges]) =>
      ranges.split(',').map((range) => ({
        key: key.replaceAll(/[[\]]/g, ''),
        range: parseRange(range),
      })),
    );
}

/** "U+4E00" or "U+4E00-4E2F". */
function parseRange(range: string): CodePointRange {
  const [first = 0, last = first] = range
    .slice(2)
    .split('-')
    .map((hex) => Number.parseInt(hex, 16));
  return [first, last];
}

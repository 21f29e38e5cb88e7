/**
 * Fonts for the alphabets that Inter lacks: Noto Sans for Chinese, Japanese, Korean, Arabic, Hebrew, Thai and Devanagari, in the slices of some
 * hundred letters that the packages come in. A slice is opened when a text first needs it, and kept.
 */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import decompress from 'woff2-encoder/decompress';
import { readCharacters } from './font-cmap.ts';

const require = createRequire(import.meta.url);

export type FontSlice = {
  readonly name: string;
  readonly font: Buffer;
  readonly characters: ReadonlySet<number>;
  /** One em wide. */
  readonly isFullWidth: boolean;
  /** To be drawn with an outline as well. */
  readonly needsOutline: boolean;
  /** Written from right to left. */
  readonly isRightToLeft: boolean;
};

type CodePointRange = readonly [first: number, last: number];
type FontFamily = {
  readonly id: string;
  readonly slices: readonly { readonly key: string; readonly ranges: readonly CodePointRange[] }[];
};

const ideographicFamilies: readonly string[] = ['sc', 'tc', 'jp', 'kr'];
const rightToLeftFamilies: readonly string[] = ['arabic', 'hebrew'];
const allFamilies: readonly string[] = [
  ...ideographicFamilies,
  ...rightToLeftFamilies,
  'thai',
  'devanagari',
];
/** Variable fonts whose own drawings are the thinnest ones. */
const thinFamilies: readonly string[] = [...ideographicFamilies, 'hebrew'];

/** A family's slices by the letters that its package says they have: it claims a few that the files lack. */
function readFontFamily(id: string): FontFamily {
  const unicodeRanges = require(`@fontsource-variable/noto-sans-${id}/unicode.json`) as Record<
    string,
    string
  >;
  const own = Object.entries(unicodeRanges).filter(([key]) =>
    ideographicFamilies.includes(id) ? key.startsWith('[') : key === id,
  );
  return {
    id,
    slices: own.map(([key, ranges]) => ({
      key: key.replaceAll(/[[\]]/g, ''),
      ranges: ranges.split(',').map((range): CodePointRange => {
        const [first = 0, last = first] = range
          .slice(2)
          .split('-')
          .map((hex) => Number.parseInt(hex, 16));
        return [first, last];
      }),
    })),
  };
}

let familiesById: ReadonlyMap<string, FontFamily> | undefined;
const getFamilies = (): ReadonlyMap<string, FontFamily> =>
  (familiesById ??= new Map(allFamilies.map((id) => [id, readFontFamily(id)])));

/** Ideographs are drawn as the text's language draws them: Japanese where it has kana, Korean where it has hangul, else Chinese. */
const familyOrderFor = (text: string): string[] => [
  ...(/[\u3040-\u30ff]/.test(text) ? ['jp'] : /[\uac00-\ud7af]/.test(text) ? ['kr'] : []),
  ...allFamilies,
];

const loadedSlices = new Map<string, FontSlice>();

async function loadSlice(id: string, key: string): Promise<void> {
  const name = `${id}-${key}`;
  if (loadedSlices.has(name)) return;
  const font = Buffer.from(
    await decompress(
      readFileSync(
        require.resolve(
          `@fontsource-variable/noto-sans-${id}/files/noto-sans-${id}-${key}-wght-normal.woff2`,
        ),
      ),
    ),
  );
  loadedSlices.set(name, {
    name,
    font,
    characters: readCharacters(font),
    isFullWidth: ideographicFamilies.includes(id),
    needsOutline: thinFamilies.includes(id),
    isRightToLeft: rightToLeftFamilies.includes(id),
  });
}

/** Every letter of the text that some family has can be set afterwards. */
export async function loadFontsFor(text: string): Promise<void> {
  const order = familyOrderFor(text);
  for (const character of new Set(text.normalize('NFC'))) {
    const point = character.codePointAt(0) ?? 0;
    // Inter has everything before Hebrew; beyond the first plane no family has a letter that is written.
    if (point < 0x590 || point > 0xffff) continue;
    for (const id of order) {
      for (const { key, ranges } of getFamilies().get(id)?.slices ?? [])
        if (ranges.some(([first, last]) => point >= first && point <= last))
          await loadSlice(id, key);
      if (findLoadedSlice(character, [id])) break;
    }
  }
}

const findLoadedSlice = (character: string, ids: readonly string[]): FontSlice | undefined => {
  const point = character.codePointAt(0) ?? 0;
  for (const id of ids)
    for (const slice of loadedSlices.values())
      if (slice.name.startsWith(`${id}-`) && slice.characters.has(point)) return slice;
  return undefined;
};

/** Finds the opened slices of a text's letters; undefined for a letter that none has. */
export const createSliceFinder = (text: string): ((letter: string) => FontSlice | undefined) => {
  const order = familyOrderFor(text);
  return (letter) => findLoadedSlice(letter, order);
};

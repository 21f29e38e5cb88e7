/**
 * Fonts for the alphabets that Inter lacks: Noto Sans for Chinese, Japanese, Korean, Arabic, Hebrew, Thai and Devanagari, in the slices of some
 * hundred letters that the packages come in. A slice is opened when a text first needs it, and kept.
 */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import decompress from 'woff2-encoder/decompress';
import { lettersIn } from './cmap.ts';

const require = createRequire(import.meta.url);

export type Slice = {
  readonly name: string;
  readonly font: Buffer;
  readonly letters: ReadonlySet<number>;
  /** One em wide. */
  readonly square: boolean;
  /** To be drawn with an outline as well. */
  readonly thin: boolean;
  /** Written from right to left. */
  readonly leftward: boolean;
};

type Range = readonly [first: number, last: number];
type Family = {
  readonly id: string;
  readonly slices: readonly { readonly key: string; readonly ranges: readonly Range[] }[];
};

const ideographic: readonly string[] = ['sc', 'tc', 'jp', 'kr'];
const leftward: readonly string[] = ['arabic', 'hebrew'];
const all: readonly string[] = [...ideographic, ...leftward, 'thai', 'devanagari'];
/** Variable fonts whose own drawings are the thinnest ones. */
const thin: readonly string[] = [...ideographic, 'hebrew'];

/** A family's slices by the letters that its package says they have: it claims a few that the files lack. */
function family(id: string): Family {
  const said = require(`@fontsource-variable/noto-sans-${id}/unicode.json`) as Record<
    string,
    string
  >;
  const own = Object.entries(said).filter(([key]) =>
    ideographic.includes(id) ? key.startsWith('[') : key === id,
  );
  return {
    id,
    slices: own.map(([key, ranges]) => ({
      key: key.replaceAll(/[[\]]/g, ''),
      ranges: ranges.split(',').map((range): Range => {
        const [first = 0, last = first] = range
          .slice(2)
          .split('-')
          .map((hex) => Number.parseInt(hex, 16));
        return [first, last];
      }),
    })),
  };
}

let known: ReadonlyMap<string, Family> | undefined;
const families = (): ReadonlyMap<string, Family> =>
  (known ??= new Map(all.map((id) => [id, family(id)])));

/** Ideographs are drawn as the text's language draws them: Japanese where it has kana, Korean where it has hangul, else Chinese. */
const preferred = (text: string): string[] => [
  ...(/[\u3040-\u30ff]/.test(text) ? ['jp'] : /[\uac00-\ud7af]/.test(text) ? ['kr'] : []),
  ...all,
];

const opened = new Map<string, Slice>();

async function open(id: string, key: string): Promise<void> {
  const name = `${id}-${key}`;
  if (opened.has(name)) return;
  const font = Buffer.from(
    await decompress(
      readFileSync(
        require.resolve(
          `@fontsource-variable/noto-sans-${id}/files/noto-sans-${id}-${key}-wght-normal.woff2`,
        ),
      ),
    ),
  );
  opened.set(name, {
    name,
    font,
    letters: lettersIn(font),
    square: ideographic.includes(id),
    thin: thin.includes(id),
    leftward: leftward.includes(id),
  });
}

/** Every letter of the text that some family has can be set afterwards. */
export async function openAlphabets(text: string): Promise<void> {
  const order = preferred(text);
  for (const letter of new Set(text.normalize('NFC'))) {
    const point = letter.codePointAt(0) ?? 0;
    // Inter has everything before Hebrew; beyond the first plane no family has a letter that is written.
    if (point < 0x590 || point > 0xffff) continue;
    for (const id of order) {
      for (const { key, ranges } of families().get(id)?.slices ?? [])
        if (ranges.some(([first, last]) => point >= first && point <= last)) await open(id, key);
      if (openedFor(letter, [id])) break;
    }
  }
}

const openedFor = (letter: string, ids: readonly string[]): Slice | undefined => {
  const point = letter.codePointAt(0) ?? 0;
  for (const id of ids)
    for (const slice of opened.values())
      if (slice.name.startsWith(`${id}-`) && slice.letters.has(point)) return slice;
  return undefined;
};

/** Finds the opened slices of a text's letters; undefined for a letter that none has. */
export const slicesFor = (text: string): ((letter: string) => Slice | undefined) => {
  const order = preferred(text);
  return (letter) => openedFor(letter, order);
};

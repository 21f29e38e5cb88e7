import { findInterSubset, type InterSubset } from './inter-fonts.ts';
import { createSliceFinder, type FontSlice } from './noto-fonts.ts';

/** Text that one font has the characters of: a subset of Inter, or a slice of another alphabet. */
export type FontRun =
  | { readonly subset: InterSubset; readonly slice: undefined; text: string }
  | { readonly subset: string; readonly slice: FontSlice; text: string };

/**
 * Splits a text into runs by the font that has its characters (`loadFontsFor` has loaded them). A
 * character that no font has becomes its code point, in a run of its own, never an empty box. Runs
 * break lines at their spaces and ends only, so an endless word comes in several runs.
 */
export function splitByFont(text: string): FontRun[] {
  const runs: FontRun[] = [];
  const findSlice = createSliceFinder(text);
  // Characters since the last space of the last run; nothing but a space joins a code point.
  let wordLength = 0;
  for (const character of normalizeText(text)) {
    const last = runs.at(-1);
    if (last && character === ' ') {
      last.text += character;
      wordLength = 0;
      continue;
    }
    const run = createRun(character, findSlice);
    if (last && run && last.subset === run.subset && wordLength < maxWordLength(run)) {
      last.text += character;
      wordLength++;
    } else {
      const codePoint = formatCodePoints(character);
      runs.push(run ?? { subset: 'latin', slice: undefined, text: codePoint });
      wordLength = run ? 1 : Infinity;
    }
  }
  return runs;
}

/** "[U+674E]" for each character. */
export const formatCodePoints = (text: string): string =>
  Array.from(text, (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    return `[U+${codePoint.toString(16).toUpperCase()}]`;
  }).join('');

/** A run of one character; undefined if no font has it. */
function createRun(
  character: string,
  findSlice: (character: string) => FontSlice | undefined,
): FontRun | undefined {
  const subset = findInterSubset(character.codePointAt(0) ?? 0);
  if (subset) return { subset, slice: undefined, text: character };
  const slice = findSlice(character);
  return slice && { subset: slice.name, slice, text: character };
}

/**
 * How many characters of a word fit a column of 210 points at 10 points: the widest character is
 * 1.00 em in `latin` and 1.39 em elsewhere.
 */
const maxWordLength = ({ subset }: FontRun): number => (subset === 'latin' ? 20 : 15);

/**
 * Characters without a shape are left out; spaces and hyphens that differ only in width become
 * those that every font has.
 */
const normalizeText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[\p{Cc}\p{Z}]/gu, ' ')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replaceAll('\u2012', '\u2013')
    .replaceAll('\u2015', '\u2014');

/** Spellings: British and American ones of a word, and words that are an error away. Pure. */
import { noiseWords, softWords } from './word-lists.model.ts';

export type KnownWord = {
  readonly word: string;
  readonly stem: string;
  /** Reports that have a word of this stem in title or keywords. */
  readonly reports: number;
};

/** Parts of words, wherever they stand, as the United States spell them. */
const americanParts: readonly (readonly [RegExp, string])[] = [
  [
    /(col|lab|od|vap|flav|arm|tum|behavi|harb|neighb|hon|hum|rum|vig|fav|parl|sav|end|val|cand|glam)our/g,
    '$1or',
  ],
  [/(fib|cent|theat|lit|cal?ib|lust|spect|somb|meag|goit|och|sabot)re/g, '$1er'],
  [/(?<=met|millimet|kilomet)re(?=s?$)/g, 'er'],
  [/aluminium/g, 'aluminum'],
  [/sulph/g, 'sulf'],
  [/^tyre/g, 'tire'],
  [/mould/g, 'mold'],
  [/plough/g, 'plow'],
  [/draught/g, 'draft'],
  [/jeweller/g, 'jeweler'],
  [/jewelery/g, 'jewelry'],
  [/^aeroplane/g, 'airplane'],
  [/programme/g, 'program'],
  [/(catal|anal|dial|monol)ogue/g, '$1og'],
  [/(def|off|lic|pret)ence/g, '$1ense'],
  [/^grey/g, 'gray'],
  [/yogh?ourt|yoghurt/g, 'yogurt'],
  [/whisky|whiskies/g, 'whiskey'],
  [/^kerb/g, 'curb'],
  [/cheque/g, 'check'],
  [/carburett/g, 'carburet'],
  [/pyjama/g, 'pajama'],
  [/artefact/g, 'artifact'],
  [/manoeuv(?:re|er)/g, 'maneuver'],
  [/^oe(?=s|d|no)/g, 'e'],
  [/foet/g, 'fet'],
  [/rrhoea/g, 'rrhea'],
  [/(?<=[dhnmpcktlr])ae(?=[mnsdtrc])|^ae(?=st|ti)/g, 'e'],
  [/ageing/g, 'aging'],
];

const doubledL =
  /(travel|model|label|fuel|level|cancel|channel|tunnel|panel|signal|enamel|counsel|total|barrel|funnel|parcel|pencil|shovel|chisel)l(?=ed$|ing$|ers?$)/;

const americanEndings: readonly (readonly [RegExp, string])[] = [
  [/(?<=.{2})is(?=e$|ed$|es$|er$|ers$|ing$|ation$|ations$|ational$)/, 'iz'],
  [/(?<=.{2})ys(?=e$|ed$|er$|ers$|ing$)/, 'yz'],
  [doubledL, '$1'],
];

/** One spelling of a word in lower case, the American one, also if no dictionary has it. */
export const toAmericanSpelling = (word: string): string =>
  americanEndings.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    americanParts.reduce(
      (text, [pattern, replacement]) => text.replace(pattern, replacement),
      word,
    ),
  );

/** Plurals that the stemmer does not know. */
export const irregularSingulars: Readonly<Record<string, string>> = {
  gases: 'gas',
  gasses: 'gas',
  buses: 'bus',
  knives: 'knife',
  leaves: 'leaf',
  shelves: 'shelf',
  halves: 'half',
  calves: 'calf',
  loaves: 'loaf',
  wolves: 'wolf',
  teeth: 'tooth',
  feet: 'foot',
  mice: 'mouse',
  geese: 'goose',
  men: 'man',
  women: 'woman',
  children: 'child',
  criteria: 'criterion',
  matrices: 'matrix',
  indices: 'index',
  fungi: 'fungus',
  nuclei: 'nucleus',
  bacterium: 'bacteria',
  alumni: 'alumnus',
  diagnoses: 'diagnosis',
  prostheses: 'prosthesis',
  usa: 'us',
  tomatoes: 'tomato',
  potatoes: 'potato',
  mangoes: 'mango',
  lice: 'louse',
  dice: 'die',
  data: 'data',
};

/** A rough singular in lower case: "battery" of "batteries", "box" of "boxes", "tv" of "tvs". */
export function toSingular(word: string): string {
  if (/^[b-df-hj-np-tv-xz]{2,4}s$/.test(word)) return word.slice(0, -1);
  if (word.length < 5 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.slice(0, /(?:x|ch|sh|ss)es$/.test(word) ? -2 : -1);
}

/**
 * Deletes are taken from the beginning of a word alone: errors behind it are found by comparing.
 */
const maxDeletedPrefix = 7;

/** How many errors a word may have: none in a short one. */
function maxErrors(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * Returns a word's beginning without up to two of its letters, itself included. Two words that are
 * two errors apart share one of them.
 */
export function listDeletes(word: string): string[] {
  const found = new Set([word.slice(0, maxDeletedPrefix)]);
  let last = [...found];
  for (let errors = maxErrors(word.length); errors > 0; errors--) {
    last = last.flatMap((part) =>
      Array.from(part, (_, place) => part.slice(0, place) + part.slice(place + 1)),
    );
    for (const part of last) if (part.length > 1) found.add(part);
  }
  return [...found];
}

/** Letters to add, remove, replace or swap until `a` is `b`. */
function countErrors(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

export type Correction = {
  /** `noise` is a word that is never required. */
  readonly kind: 'word' | 'noise';
  /** The nearest first; none if nothing comes near. */
  readonly words: readonly Pick<KnownWord, 'word' | 'stem'>[];
};

const maxCorrections = 6;
/** A letter that stands once or twice, or behind the next one, is an error that everybody makes. */
const commonError = 0.5;
/** One letter more, less or other makes a shorter word another one: "mars" and "mass". */
const minLengthOfOther = 5;
const minNoiseLength = 5;
/** A shorter word with another first letter is another word: "candle" and "handle". */
const minLengthOfOtherFirst = 8;

/** `isBeginning` if the word may be unfinished. */
export function correctWord(
  word: string,
  near: readonly KnownWord[],
  isBeginning: boolean,
): Correction {
  const singular = toSingular(word);
  const countWhole = (known: string): number =>
    Math.min(countErrors(word, known), countErrors(singular, known));
  const whole = rank(word, near, countWhole, maxErrors(word.length));
  const least = whole[0]?.errors ?? Number.POSITIVE_INFINITY;
  const noise = word.length < minNoiseLength ? undefined : findNoise(word);
  if (noise !== undefined && least > 1)
    return { kind: 'noise', words: [{ word: noise, stem: '' }] };
  if (whole.length > 0) return { kind: 'word', words: whole };
  if (!isBeginning || word.length < 5) return { kind: 'word', words: [] };
  const countBeginning = (known: string): number =>
    Math.min(...[-1, 0, 1].map((more) => countErrors(word, known.slice(0, word.length + more))));
  return { kind: 'word', words: rank(word, near, countBeginning, 1) };
}

const findNoise = (word: string): string | undefined =>
  [...noiseWords, ...softWords].find(
    (one) => one.length >= minNoiseLength && countErrors(word, one) === 1,
  );

function rank(
  word: string,
  near: readonly KnownWord[],
  count: (known: string) => number,
  max: number,
): (KnownWord & { readonly errors: number })[] {
  const maxOtherFirst = word.length < minLengthOfOtherFirst ? 0 : 1;
  const isFirstRight = (known: string): boolean => known[0] === word[0];
  const ranked = near
    .map((known) => ({ ...known, errors: count(known.word) }))
    // Nearly everybody gets the first letter right, and a short word is soon like another.
    .filter(({ errors, word: known }) => errors <= (isFirstRight(known) ? max : maxOtherFirst))
    .map((known) => (isCommonError(word, known.word) ? { ...known, errors: commonError } : known))
    .filter(({ errors }) => word.length >= minLengthOfOther || errors <= commonError)
    .toSorted(
      (a, b) =>
        a.errors - b.errors ||
        Number(isFirstRight(b.word)) - Number(isFirstRight(a.word)) ||
        b.reports - a.reports ||
        a.word.localeCompare(b.word, 'en'),
    );
  const least = ranked[0]?.errors ?? max;
  const chosen = least <= commonError ? ranked.filter(({ errors }) => errors === least) : ranked;
  return chosen.slice(0, maxCorrections);
}

const toSingleLetters = (word: string): string => word.replaceAll(/(.)\1+/g, '$1');

/** "batery", "lithuim". */
const isCommonError = (word: string, known: string): boolean =>
  word !== known &&
  (toSingleLetters(word) === toSingleLetters(known) ||
    (word.length === known.length && countErrors(word, known) === 1 && isTransposed(word, known)));

const isTransposed = (word: string, known: string): boolean =>
  sortLetters(word) === sortLetters(known);

const sortLetters = (word: string): string => Array.from(word).toSorted().join('');

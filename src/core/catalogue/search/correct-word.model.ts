/** Which known words a misspelt one may be meant for. Pure. */
import { countErrors, maxErrors, toSingular } from './spelling.model.ts';
import type { KnownWord } from './vocabulary.ts';
import { noiseWords, softWords } from './word-lists.model.ts';

export type Correction = {
  /** `noise` is a word that is never required. */
  readonly kind: 'word' | 'noise';
  /** The nearest first; none where nothing comes near. */
  readonly words: readonly Pick<KnownWord, 'word' | 'stem'>[];
};

const maxCorrections = 6;
/** A letter that stands once or twice, or behind the next one, is an error that everybody makes. */
const commonError = 0.5;
const minNoiseLength = 5;

/** `isBeginning` where the word may be unfinished. */
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
  const isFirstRight = (known: string): boolean => known[0] === word[0];
  const ranked = near
    .map((known) => ({ ...known, errors: count(known.word) }))
    // Nearly everybody gets the first letter right, and a short word is soon like another.
    .filter(({ errors, word: known }) => errors <= (isFirstRight(known) ? max : 1))
    .map((known) => (isCommonError(word, known.word) ? { ...known, errors: commonError } : known))
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

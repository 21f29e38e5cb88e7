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
  const whole = rank(word, near, countWhole, maxErrors(singular.length));
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
  const begins = (known: KnownWord): number => (known.word[0] === word[0] ? 0 : 1);
  return near
    .map((known) => ({ ...known, errors: count(known.word) }))
    .filter(({ errors }) => errors <= max)
    .toSorted(
      (a, b) =>
        a.errors - b.errors ||
        begins(a) - begins(b) ||
        b.reports - a.reports ||
        a.word.localeCompare(b.word, 'en'),
    )
    .slice(0, maxCorrections);
}

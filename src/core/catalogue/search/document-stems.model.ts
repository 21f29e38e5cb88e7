/** The stems that are kept of a text, and of a name as a whole. Pure. */
import {
  isContent,
  isNoise,
  isStop,
  listJoinedWords,
  toKey,
  toStem,
  type Token,
} from './normalize.model.ts';

/** The stem of a phrase as a whole, by which "also called" is told from single words. */
export const toAliasLexeme = (key: string): string => `=${key}`;

/** Noise stays out: every report would have it. */
export const listStems = (tokens: readonly Token[]): string[] => [
  ...tokens.filter((token) => !isNoise(token) && !isStop(token)).map(({ stem }) => stem),
  ...listJoinedWords(tokens).map(toStem),
];

/** The phrase as a whole, also with words as one that hyphens join. */
export const toAliasLexemes = (tokens: readonly Token[]): string[] =>
  [tokens, mergeJoined(tokens)].flatMap((words) => {
    const stems = words.filter(isContent).map(({ stem }) => stem);
    return stems.length > 0 ? [toAliasLexeme(toKey(stems))] : [];
  });

function mergeJoined(tokens: readonly Token[]): Token[] {
  const merged: Token[] = [];
  for (const token of tokens) {
    const last = merged.at(-1);
    if (!token.isJoined || !last) merged.push(token);
    else {
      const word = last.word + token.word;
      merged[merged.length - 1] = { ...last, word, stem: toStem(word) };
    }
  }
  return merged;
}

const classifications = new Set(['naics', 'hs', 'sic', 'isic', 'nace', 'cpc']);
const minClassDigits = 3;

/** The classes above that of a keyword: 334 and 3345 of "NAICS 33451". */
export const listClasses = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(({ word }, index) =>
    /^\d{4,8}$/.test(word) && classifications.has(tokens[index - 1]?.word ?? '')
      ? Array.from({ length: word.length - minClassDigits }, (_, cut) =>
          word.slice(0, minClassDigits + cut),
        )
      : [],
  );

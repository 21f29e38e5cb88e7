/** What English words mean, by a dictionary: for words that no report has. Pure. */
import { dictionary } from './dictionary.data.ts';
import { findLongest, isNoise, isSoft, isStop, tokenize, type Token } from './normalize.model.ts';
import { toAmericanSpelling, toSingular } from './spelling.model.ts';

/** A word that tells what another one means, and how much it tells. */
export type Hint = { readonly text: string; readonly share: number };

export type Meaning = { readonly tokens: readonly Token[]; readonly hints: readonly Hint[] };

/** Words of the same meaning, the kinds of thing that it is, and words of its definition. */
const shares = [1, 0.7, 0.45] as const;
const maxWords = 3;

/** The longest run of words from `start` that the dictionary has. */
export const findMeaning = (tokens: readonly Token[], start: number): Meaning | undefined =>
  findLongest(tokens, start, maxWords, (run) => {
    const entry = listForms(run)
      .map(findEntry)
      .find((found) => found !== undefined);
    return entry === undefined ? undefined : { tokens: run, hints: readHints(entry, run) };
  });

function listForms(tokens: readonly Token[]): string[] {
  const words = tokens.map(({ word }) => word);
  const american = words.map(toAmericanSpelling);
  return [...new Set([words, american].flatMap((one) => [one, toOne(one)]).map(join))];
}

const join = (words: readonly string[]): string => words.join(' ');
const toOne = (words: readonly string[]): string[] => [
  ...words.slice(0, -1),
  ...words.slice(-1).map(toSingular),
];

function readHints(entry: string, run: readonly Token[]): Hint[] {
  const own = new Set(run.map(({ stem }) => stem));
  const hints = entry.split('|').flatMap((words, part) =>
    words
      .split(',')
      .filter((text) => text !== '')
      .map((text) => ({ text, share: shares[part] ?? 0 })),
  );
  return hints.filter(({ text }) =>
    tokenize(text).some(
      (token) => !own.has(token.stem) && !isStop(token) && !isNoise(token) && !isSoft(token),
    ),
  );
}

/** What follows the word in its line; the lines are sorted. */
function findEntry(word: string): string | undefined {
  let [first, end] = [0, dictionary.length];
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    const lineStart = middle === 0 ? 0 : dictionary.lastIndexOf('\n', middle - 1) + 1;
    const lineEnd = dictionary.indexOf('\n', middle);
    if (lineEnd === -1) return undefined;
    const line = dictionary.slice(lineStart, lineEnd);
    const split = line.indexOf('|');
    const found = line.slice(0, Math.max(0, split));
    if (found === word) return line.slice(split + 1);
    if (found < word) first = lineEnd + 1;
    else end = lineStart;
  }
  return undefined;
}

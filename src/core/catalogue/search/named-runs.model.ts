/** Tables of names that stand for a word of titles: companies, and words of other languages. Pure. */
import { findLongest, maxSynonymWords, tokenize, toRunKey, type Token } from './normalize.model.ts';

/** Words of a query, and the word of titles that they stand for. */
export type NamedRun = { readonly tokens: readonly Token[]; readonly word: string };

/** Each name ("a, b, c" beside its word) as a run of stems, to its word. */
export const indexNames = (names: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(names).flatMap(([word, others]) =>
      others.split(', ').map((other) => [toRunKey(tokenize(other)), word] as const),
    ),
  );

/** The longest run of words from `start` that is a name of the table. */
export const findLongestRun = (
  byRun: ReadonlyMap<string, string>,
  tokens: readonly Token[],
  start: number,
): NamedRun | undefined =>
  findLongest(tokens, start, maxSynonymWords, (run) => {
    const word = byRun.get(toRunKey(run));
    return word === undefined ? undefined : { tokens: run, word };
  });

/** Stems of all that words of the query stand for. */
export const listStemsOfRuns = (
  tokens: readonly Token[],
  find: (tokens: readonly Token[], start: number) => NamedRun | undefined,
): string[] =>
  tokens.flatMap((_, start) => {
    const found = find(tokens, start);
    return found ? tokenize(found.word).map(({ stem }) => stem) : [];
  });

/** What goods are called in other languages, for buyers whose own is not the store's. Pure. */
import { countryNames } from './country-adjectives.model.ts';
import { foreignWords } from './foreign-words.model.ts';
import { findLongestRun, indexNames, listStemsOfRuns, type NamedRun } from './named-runs.model.ts';
import { tokenize, type Token } from './normalize.model.ts';

const byRun = indexNames(foreignWords);

/** German and Dutch join words; shorter parts occur in too many other words. */
const minPart = 5;
const minOtherPart = 3;

/** Words alone, as they are: the stem of one is the beginning of many. */
const byWholeWord: ReadonlyMap<string, string> = new Map(
  Object.entries(foreignWords).flatMap(([word, others]) =>
    others.split(', ').flatMap((other) => {
      const [token, ...further] = tokenize(other);
      return token && further.length === 0 ? [[token.word, word] as const] : [];
    }),
  ),
);
const minSingular = 6;

/** Also without the ending of its plural: "Flugzeug" of "Flugzeuge", but not English "motor". */
const byWord: ReadonlyMap<string, string> = new Map(
  [...byWholeWord].flatMap(([word, meant]) => {
    const singular = word.replace(/(?:en|e|n)$/, '');
    const isForeignWord = singular.length >= minSingular;
    return [
      ...(isForeignWord ? [[singular, meant] as const] : []),
      ...(word.length >= minPart ? [[word, meant] as const] : []),
    ];
  }),
);

/** Chinese has no spaces: the longest known word of "铜价", the first of equally long ones. */
function findInHan(word: string): string | undefined {
  const lengths = Array.from({ length: word.length }, (_, index) => word.length - index);
  const parts = lengths.flatMap((length) =>
    Array.from({ length: word.length - length + 1 }, (_, start) =>
      word.slice(start, start + length),
    ),
  );
  return parts.flatMap((part) => byWholeWord.get(part) ?? [])[0];
}

/** "steel" of "Edelstahl", "paper" of "Papierfabriken": the last part says most. */
function findInCompound({ word }: Token): string | undefined {
  if (/\p{Script=Han}/u.test(word)) return findInHan(word);
  const lengths = Array.from(
    { length: Math.max(0, word.length - minPart - minOtherPart + 1) },
    (_, index) => word.length - minOtherPart - index,
  );
  const parts = [
    ...lengths.map((length) => word.slice(-length)),
    ...lengths.map((length) => word.slice(0, length)),
  ];
  const known = parts.find((part) => byWord.has(part));
  return known === undefined ? undefined : byWord.get(known);
}

/** "Argentina" is no compound of silver. */
const isForeign = (token: Token): boolean => !countryNames.has(token.word);

/** The longest run from `start` that is a word of another language, and what it means here. */
export function findTranslation(tokens: readonly Token[], start: number): NamedRun | undefined {
  const found = findLongestRun(byRun, tokens, start);
  if (found) return found;
  const [token] = tokens.slice(start, start + 1);
  const word = token && isForeign(token) ? findInCompound(token) : undefined;
  return token && word !== undefined ? { tokens: [token], word } : undefined;
}

/** Stems of all that words of the query mean in another language. */
export const listTranslatedStems = (tokens: readonly Token[]): string[] =>
  listStemsOfRuns(tokens, findTranslation);

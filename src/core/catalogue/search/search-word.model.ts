/**
 * The table of words: what words that visitors type mean, and which reports staff put first or leave
 * out for a query. Pure.
 */
import { isNoise, isStop, tokenize, toWord, type Token } from './normalize.model.ts';

/** Kinds that are looked for beside the word as it was typed. */
const besideKinds = ['synonym', 'acronym', 'alias', 'country'] as const;
/** Kinds that stand for a word which the catalogue lacks. */
const insteadKinds = ['company', 'language', 'formula', 'element'] as const;
export const meaningKinds = [...besideKinds, ...insteadKinds] as const;
/** Kinds whose `means` is the code of a report. */
export const placeKinds = ['pin', 'hide'] as const;

export type MeaningKind = (typeof meaningKinds)[number];
export type PlaceKind = (typeof placeKinds)[number];
export type WordKind = MeaningKind | PlaceKind;

/** A row that says what a term means. */
export type Meaning = {
  readonly kind: MeaningKind;
  readonly term: string;
  readonly means: string;
  /** The term stands for what it means, and not the other way round. */
  readonly oneWay: boolean;
};

/** A row's match with words of a query. */
export type Meant = { readonly kind: MeaningKind; readonly text: string };

/** Words in their order, in one spelling and number: "mechanical" is not "mechanic". */
export const toWords = (tokens: readonly Token[]): string =>
  tokens.map(({ word }) => toWord(word)).join(' ');

/** Returns what just these words mean, in the order of the rows. */
export function listMeant(tokens: readonly Token[], meanings: readonly Meaning[]): Meant[] {
  const words = toWords(tokens);
  return meanings.flatMap(({ kind, term, means, oneWay }): Meant[] => {
    if (kind === 'element') return [];
    if (toWords(tokenize(term)) === words) return [{ kind, text: means }];
    const isMeant = !oneWay && isBeside({ kind }) && toWords(tokenize(means)) === words;
    return isMeant ? [{ kind, text: term }] : [];
  });
}

export const isPlace = (kind: WordKind): kind is PlaceKind =>
  placeKinds.some((one) => one === kind);

export const isBeside = ({ kind }: Pick<Meant, 'kind'>): boolean =>
  besideKinds.some((one) => one === kind);

/**
 * Returns the key of pins and hidden reports: a query without the words that any query may have.
 */
export function toQueryKey(tokens: readonly Token[]): string {
  const telling = tokens.filter((token) => !isNoise(token) && !isStop(token));
  return toWords(telling.length > 0 ? telling : tokens).slice(0, 200);
}

/** Symbols of elements that are in too many compounds to name one. */
const companions = new Set('H O C N S P F Cl Si Na K Ca'.split(' '));
const formula = /^(?:[A-Z][a-z]?\d*){2,}$/;

/** The symbols of what is written as a chemical formula, each once: Li, C and O of "Li2CO3". */
export function listSymbols(typed: string): string[] {
  const plain = typed.normalize('NFKC');
  const symbols = formula.test(plain) ? (plain.match(/[A-Z][a-z]?/g) ?? []) : [];
  const isFormula =
    symbols.length > 1 &&
    new Set(symbols).size === symbols.length &&
    /\d|[a-z][A-Z]/.test(plain) &&
    symbols.some((one) => !companions.has(one));
  return isFormula ? symbols : [];
}

/**
 * Returns the elements of a formula in words of titles: "lithium" of "Li2CO3". None for another
 * word.
 */
export function listElements(typed: string, meanings: readonly Meaning[]): string[] {
  const symbols = listSymbols(typed);
  const nameOf = (symbol: string): string | undefined =>
    meanings.find(({ kind, term }) => kind === 'element' && term === symbol)?.means;
  const isWhole = symbols.every((one) => companions.has(one) || nameOf(one) !== undefined);
  return isWhole
    ? symbols.filter((one) => !companions.has(one)).flatMap((one) => nameOf(one) ?? [])
    : [];
}

/** German and Dutch join words; shorter parts occur in too many other words. */
const minPart = 5;
const minOtherPart = 3;
const minSingular = 6;
const pluralEndings = ['', 'e', 'n', 'en'];
const maxHanPart = 6;

/**
 * Lists the parts of a word that may be one of another language, the one that says most first: the
 * last part of "Edelstahl", the first of "Papierfabriken", the longest of "铜价".
 */
function listParts(word: string): string[] {
  if (/\p{Script=Han}/u.test(word)) {
    const lengths = Array.from({ length: Math.min(word.length, maxHanPart) }, (_, cut) => cut + 1);
    return lengths
      .toReversed()
      .flatMap((length) =>
        Array.from({ length: word.length - length + 1 }, (_, start) =>
          word.slice(start, start + length),
        ),
      );
  }
  const lengths = Array.from(
    { length: Math.max(0, word.length - minPart - minOtherPart + 1) },
    (_, index) => word.length - minOtherPart - index,
  );
  return [
    word,
    ...lengths.map((length) => word.slice(-length)),
    ...lengths.map((length) => word.slice(0, length)),
  ];
}

/** Lists the terms to look up for the parts of a word, also in their plural: "flugzeuge". */
export const listTermsOfParts = (word: string): string[] =>
  listParts(word).flatMap((part) =>
    part.length < minSingular ? [part] : pluralEndings.map((ending) => part + ending),
  );

/** Returns what the first part of a word that another language has means here. */
export function findInCompound(word: string, meanings: readonly Meaning[]): string | undefined {
  const known = new Map(
    meanings.flatMap(({ kind, term, means }) => {
      const [token, ...further] = kind === 'language' ? tokenize(term) : [];
      if (!token || further.length > 0) return [];
      const singular = token.word.replace(/(?:en|e|n)$/, '');
      return [
        ...(singular.length >= minSingular ? [[singular, means] as const] : []),
        [token.word, means] as const,
      ];
    }),
  );
  const part = listParts(word).find((one) => known.has(one));
  return part === undefined ? undefined : known.get(part);
}

/** What the index keeps of a report. Pure. */
import { listNamed, separateDeepStems, type DeepStems } from './deep-stems.model.ts';
import { listClasses, listStems, toAliasLexemes } from './document-stems.model.ts';
import type { IndexedReport } from './indexed-report.model.ts';
import { toSingular } from './spelling.model.ts';
import {
  isContent,
  isNoise,
  isSoft,
  isStop,
  isYear,
  listCodeForms,
  toKey,
  tokenize,
  type Token,
} from './normalize.model.ts';

/** Grows when what is kept changes: the job that fills the index then writes all reports anew. */
export const indexVersion = 7;

export type FindDocument = {
  readonly id: number;
  /** The words of the title, and of its subject without a country at its beginning. */
  readonly title: string;
  readonly name: string;
  /** The subject's distinct stems, sorted, and their number. */
  readonly key: string;
  readonly nameLength: number;
  /** Stems of the subject, and of the whole title. */
  readonly nameStems: readonly string[];
  readonly titleStems: readonly string[];
  /** Stems of keywords, synonyms and places; "=…" for each as a whole, "#…" for forms of the code. */
  readonly keywordStems: readonly string[];
  /** What stands inside, by how much it tells; no stem is in two of them. */
  readonly deep: DeepStems;
  /** Words that spelling is corrected to, with their stems: of titles and keywords. */
  readonly vocabulary: ReadonlyMap<string, string>;
  /** The same of names inside, which titles need not have. */
  readonly insideVocabulary: ReadonlyMap<string, string>;
};

export const toCodeLexeme = (form: string): string => `#${form}`;

export function toFindDocument(report: IndexedReport): FindDocument {
  const { id, code, title, parts } = report;
  const titleTokens = tokenize(title);
  const subject = findSubject(title);
  const aliases = [
    ...(parts.synonyms ?? []),
    ...(parts.keywords ?? []).filter((keyword) => keyword !== report.industries[0]?.name),
    ...listParentheses(title),
  ].map(tokenize);
  const places = (parts.geography ?? []).map(tokenize);
  const keywords = [...[...aliases, ...places].flatMap(listStems), ...aliases.flatMap(listClasses)];
  const stems = subject.map(({ stem }) => stem);
  const named = listNamed(parts).map(tokenize);
  return {
    id,
    title: toTitleWords(title),
    name: joinWords(dropHomeMarket(subject)),
    key: toKey(stems),
    nameLength: new Set(stems).size,
    nameStems: unique(listStems(subject)),
    titleStems: unique(listStems(titleTokens)),
    keywordStems: unique([
      ...keywords,
      ...aliases.flatMap((tokens) => toAliasLexemes(tokens)),
      ...listCodeForms(code).map(toCodeLexeme),
    ]),
    deep: separateDeepStems(report, [
      ...listStems(titleTokens),
      ...keywords,
      ...named.flatMap((tokens) => [...listStems(tokens), ...toAliasLexemes(tokens)]),
    ]),
    vocabulary: new Map(
      [...titleTokens, ...aliases.flat(), ...places.flat()].flatMap(toVocabulary),
    ),
    insideVocabulary: new Map(named.flat().flatMap(toVocabulary)),
  };
}

/** Publishers begin every title with their home market; buyers begin with the subject. */
const homeMarkets = new Set(['us', 'usa', 'uk', 'eu']);
const dropHomeMarket = (tokens: readonly Token[]): readonly Token[] =>
  tokens.length > 1 && homeMarkets.has(tokens[0]?.word ?? '') ? tokens.slice(1) : tokens;

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** The words of a title, as a query for it has them. */
export const toTitleWords = (title: string): string => joinWords(tokenize(title));

const joinWords = (tokens: readonly Token[]): string =>
  tokens
    .map(({ word }) => word)
    .join(' ')
    .slice(0, 300);

/** Plurals are known in both numbers, so that a misspelt singular is near them. */
function toVocabulary({ word, stem }: Token): [string, string][] {
  if (word.length < 2 || isStop({ word }) || isNoise({ word }) || /^\d+$/.test(word)) return [];
  return [...new Set([word, toSingular(word)])].map((form) => [form, stem]);
}

/** "Maize" of "Corn (Maize) Market". */
const listParentheses = (title: string): string[] =>
  [...title.matchAll(/\(([^()]{2,60})\)/g)].flatMap(([, inside]) => inside ?? []);

/**
 * What a title is about: "lithium ion battery" of "Global Lithium-Ion Battery Market Size, Share &
 * Trends, 2024-2030: By Type". Of a title without a subject, all its words.
 */
function findSubject(title: string): Token[] {
  const plain = title.replaceAll(/\([^()]*\)/g, ' ');
  const parts = plain.split(/:\s|\s[-–—|]\s/);
  for (const part of [...parts, title]) {
    const tokens = cutAfterMarket(tokenize(part)).filter(isContent);
    if (tokens.some((token) => !isSoft(token))) return tokens;
  }
  const all = tokenize(title);
  const content = all.filter(isContent);
  return content.length > 0 ? content : all;
}

const joiningWords = new Set(['by', 'in', 'for', 'of', 'to', 'and', 'with', 'on']);

/** The words up to the "market" that ends a subject, and the place that follows it. */
function cutAfterMarket(tokens: readonly Token[]): Token[] {
  const end = tokens.findIndex(({ word }, index) => {
    if ((word !== 'market' && word !== 'markets') || index === 0) return false;
    if (!tokens.slice(0, index).some(isContent)) return false;
    const next = tokens[index + 1];
    return (
      !next || joiningWords.has(next.word) || isNoise(next) || isSoft(next) || isYear(next.word)
    );
  });
  if (end === -1) return [...tokens];
  const place = tokens[end + 1]?.word === 'in' ? tokens.slice(end + 2) : [];
  const stop = place.findIndex(({ word }) => joiningWords.has(word) && word !== 'and');
  return [...tokens.slice(0, end), ...(stop === -1 ? place : place.slice(0, stop))];
}

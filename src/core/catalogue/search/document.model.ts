/** The texts of a report in the index. Pure. */
import type { ContentsEntry } from '../reports/report-input.model.ts';
import type { ReportData, VersionParts } from '../reports/report-version.model.ts';
import { toPlainText } from '../rich-text/rich-text.model.ts';
import {
  isContent,
  isNoise,
  isSoft,
  isStop,
  isYear,
  listCodeForms,
  listJoinedWords,
  toKey,
  tokenize,
  toStem,
  type Token,
} from './normalize.model.ts';
import { toSingular } from './spelling.model.ts';
import {
  deepWeights,
  quoteLexeme,
  titleParts,
  toAliasLexeme,
  toCodeLexeme,
} from './ts-query.model.ts';
import { classifications } from './word-lists.model.ts';

/** A report as its tables have it. */
export type IndexedReport = {
  readonly id: number;
  readonly code: string;
  readonly title: string;
  readonly shortDescription: string;
  /** The main one first. */
  readonly industries: readonly { readonly slug: string; readonly name: string }[];
  readonly parts: VersionParts;
  readonly data: ReportData | null;
  /** Of the files that the newest edition is sold as; '' where it is printed from the data. */
  readonly fileText: string;
};

/** Grows when what is kept changes: the job that fills the index then writes all reports anew. */
export const indexVersion = 11;

export type FindDocument = {
  readonly id: number;
  /** The words of the title, and of its subject without a country at its beginning. */
  readonly title: string;
  readonly name: string;
  /** The subject's distinct stems, sorted, and their number. */
  readonly key: string;
  readonly nameLength: number;
  /**
   * Lexemes with their places (a tsvector): of the subject, of the whole title, and of keywords,
   * synonyms and places; "=…" for each of these as a whole, "#…" for forms of the code.
   */
  readonly words: string;
  /** The same of all that stands inside, by how much it tells. */
  readonly deep: string;
  /** Words that spelling is corrected to, with their stems: of titles and keywords. */
  readonly vocabulary: ReadonlyMap<string, string>;
  /** The same of names inside, which titles need not have. */
  readonly insideVocabulary: ReadonlyMap<string, string>;
};

export function toFindDocument(report: IndexedReport): FindDocument {
  const { id, code, title, parts } = report;
  const titleTokens = tokenize(title);
  const ofSubject = findSubject(title);
  const content = ofSubject.filter(isContent);
  const subject = content.length > 0 ? content : ofSubject;
  const aliases = [
    ...(parts.synonyms ?? []),
    ...(parts.keywords ?? []).filter((keyword) => keyword !== report.industries[0]?.name),
    ...listParentheses(title),
  ].map(tokenize);
  const places = (parts.geography ?? []).map(tokenize);
  const stems = subject.map(({ stem }) => stem);
  const named = listNamed(parts).map(tokenize);
  const { subject: A, keywords: B, title: C } = titleParts;
  const words = new Lexemes();
  words.addTexts(A, [ofSubject]);
  words.addTexts(B, [...aliases, ...places]);
  words.addTexts(C, [titleTokens]);
  words.addWhole(B, [
    ...aliases.flatMap((tokens) => [...listClasses(tokens), ...toAliasLexemes(tokens)]),
    ...listCodeForms(code).map(toCodeLexeme),
  ]);
  return {
    id,
    title: joinWords(titleTokens),
    name: joinWords(dropHomeMarket(subject)),
    key: toKey(stems),
    nameLength: new Set(stems).size,
    words: words.toTsVector(),
    deep: toDeepVector(report, [titleTokens, ...aliases, ...places], named),
    vocabulary: new Map(
      [...titleTokens, ...aliases.flat(), ...places.flat()].flatMap(toVocabulary),
    ),
    insideVocabulary: new Map(named.flat().flatMap(toVocabulary)),
  };
}

/** Places of a lexeme that are kept; PostgreSQL keeps no more. */
const maxPlaces = 255;
const lastPlace = 16_383;
/** Places between two texts: more than the words of any phrase. */
const gap = 10;

/** Lexemes with their places. A text stands behind the one before it: none joins the other. */
class Lexemes {
  readonly #places = new Map<string, string[]>();
  #next = 1;

  has(lexeme: string): boolean {
    return this.#places.has(lexeme);
  }

  /** Noise has a place and no lexeme: every report would have it. */
  addTexts(weight: string, texts: readonly (readonly Token[])[]): void {
    for (const tokens of texts) {
      tokens.forEach((token, index) => {
        if (!isNoise(token) && !isStop(token)) this.#add(token.stem, weight, this.#next + index);
      });
      for (const word of listJoinedWords(tokens)) this.#add(toStem(word), weight, this.#next);
      this.#next += tokens.length + gap;
    }
  }

  /** Words that are looked for alone, never as parts. */
  addWhole(weight: string, lexemes: Iterable<string>): void {
    for (const lexeme of lexemes) this.#add(lexeme, weight, this.#next);
  }

  toTsVector(): string {
    return [...this.#places]
      .map(([lexeme, places]) => `${quoteLexeme(lexeme)}:${places.join(',')}`)
      .join(' ');
  }

  #add(lexeme: string, weight: string, place: number): void {
    const places = this.#places.get(lexeme);
    const written = `${Math.min(place, lastPlace)}${weight}`;
    if (!places) this.#places.set(lexeme, [written]);
    else if (places.length < maxPlaces) places.push(written);
  }
}

/** Publishers begin every title with their home market; buyers begin with the subject. */
const homeMarkets = new Set(['us', 'usa', 'uk', 'eu']);
const dropHomeMarket = (tokens: readonly Token[]): readonly Token[] =>
  tokens.length > 1 && homeMarkets.has(tokens[0]?.word ?? '') ? tokens.slice(1) : tokens;

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
 * Returns the subject of a title: "lithium ion battery" of "Global Lithium-Ion Battery Market Size,
 * Share & Trends, 2024-2030: By Type". Of a title without a subject, all its words.
 */
function findSubject(title: string): Token[] {
  const plain = title.replaceAll(/\([^()]*\)/g, ' ');
  const parts = plain.split(/:\s|\s[-–—|]\s/);
  for (const part of [...parts, title]) {
    const tokens = cutAfterMarket(tokenize(part));
    if (tokens.some((token) => isContent(token) && !isSoft(token))) return tokens;
  }
  return tokenize(title);
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

/** The phrase as a whole, also with words as one that hyphens join. */
const toAliasLexemes = (tokens: readonly Token[]): string[] =>
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

/** Of one report; a tsvector has an end. */
const maxDeepCharacters = 200_000;

/**
 * All that a report says: its `own` words with what has a name inside, and headings of its contents;
 * then what is said in sentences; then tables and rankings, which mostly name others; then the files
 * that it is sold as.
 */
function toDeepVector(
  report: IndexedReport,
  own: readonly Token[][],
  named: readonly Token[][],
): string {
  const { names, text, data, files } = deepWeights;
  const found = new Lexemes();
  const headings = listContentsTitles(report.parts.contents ?? []).map(tokenize);
  found.addTexts(names, [...own, ...named, ...headings]);
  found.addWhole(names, [...own.flatMap(listClasses), ...named.flatMap(toAliasLexemes)]);
  found.addTexts(text, tokenizeLines(listTexts(report)));
  found.addTexts(data, tokenizeLines(listDataNames(report)));
  found.addWhole(files, listFileStems(report.fileText, found));
  return found.toTsVector();
}

function tokenizeLines(lines: readonly string[]): Token[][] {
  let left = maxDeepCharacters;
  return lines.map((line) => {
    const read = line.slice(0, left);
    left -= read.length;
    return tokenize(read);
  });
}

/** Segments and companies. */
const listNamed = ({ companies, segmentation }: VersionParts): string[] => [
  ...(companies ?? []),
  ...(segmentation ?? []).flatMap(({ items }) => items),
];

const listContentsTitles = (entries: readonly ContentsEntry[]): string[] =>
  entries.flatMap(({ title, children }) => [title, ...listContentsTitles(children ?? [])]);

function listTexts({ shortDescription, parts }: IndexedReport): string[] {
  return [
    shortDescription,
    ...(parts.segmentation ?? []).map(({ by }) => by),
    ...(parts.keyFigures ?? []).map(({ label }) => label),
    ...(parts.faqs ?? []).flatMap(({ question, answer }) => [question, answer]),
    ...(parts.authors ?? []),
    toPlainText(parts.description ?? []),
  ];
}

function listDataNames({ industries, parts, data }: IndexedReport): string[] {
  const { series = [], rankings = [] } = data?.figures ?? {};
  return [
    ...industries.map(({ name }) => name),
    ...(parts.tables ?? []),
    ...(parts.figures ?? []),
    ...series.flatMap(({ label, place }) => [label, place]),
    ...rankings.flatMap(({ label, rows }) => [label, ...rows.map(({ name }) => name)]),
  ];
}

/** Of one report: the rest of a longer text has few words that its beginning lacks. */
export const maxFileCharacters = 400_000;

/** A word takes about thirty bytes of the index. */
const maxFileStems = 5000;
const minLength = 3;
const maxLength = 30;

/**
 * The stems of the text that are not known already, in the order of their first place. Numbers are
 * left out: a study has thousands, and nobody looks for one.
 */
function listFileStems(text: string, known: Pick<Lexemes, 'has'>): string[] {
  const stems = new Set<string>();
  for (const { word, stem } of tokenize(listDistinctWords(text).join(' '))) {
    if (stems.size === maxFileStems) break;
    if (word.length < minLength || word.length > maxLength || isStop({ word }) || isNoise({ word }))
      continue;
    if (!known.has(stem)) stems.add(stem);
  }
  return [...stems];
}

/** Few words are said once: the same one is not taken apart again. */
const listDistinctWords = (text: string): string[] => [
  ...new Set(
    text
      .slice(0, maxFileCharacters)
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}\p{N}]+/gu) ?? [],
  ),
];

/** What the words of a query may stand for, as far as titles and keywords know them. */
import {
  findLongest,
  isNoise,
  isSoft,
  isStop,
  maxSynonymWords,
  tokenize,
  toRunKey,
  toStem,
  type Token,
} from './normalize.model.ts';
import { findHalves, listHalves, listLongHalves } from './compounds.model.ts';
import { nameFormula } from './formulas.model.ts';
import { findTranslation, listTranslatedStems } from './other-languages.model.ts';
import type { Alternative } from './plan.model.ts';
import type { UnderstoodPart } from './understood.model.ts';
import { isKnown, type KnownParts } from './vocabulary.ts';
import { findCompany, listMadeStems } from './well-known-companies.model.ts';

export type Asked = {
  readonly words: string;
  /** The last word may be the beginning of one. */
  readonly isTyping: boolean;
  /** Nothing is corrected, completed or left out. */
  readonly isExact: boolean;
};

const maxGroups = 12;

export type Context = {
  readonly asked: Asked;
  readonly tokens: readonly Token[];
  readonly known: KnownParts;
};

/** A stretch of the query and what it stands for. */
export type Span = {
  readonly tokens: readonly Token[];
  readonly alternatives: readonly Alternative[];
  readonly kind: UnderstoodPart['kind'];
  readonly as: readonly string[];
  /** Of a word that titles don't have: reports that have it inside. */
  readonly reports?: number | undefined;
  /** Of a word that titles don't have: its two halves, which they have. */
  readonly halves?: readonly Alternative[];
  /** Of a well-known company: what it makes, for where no report names it. */
  readonly made?: string | undefined;
};

/**
 * Stems to look up: of the words, of neighbours as one word, of their halves, and of what they
 * mean.
 */
export const listStems = (tokens: readonly Token[]): string[] => [
  ...new Set([
    ...tokens.map(({ stem }) => stem),
    ...tokens.slice(1).map(({ word }, index) => toStem((tokens[index]?.word ?? '') + word)),
    ...tokens.flatMap(({ word }) => listHalves(word).flat().map(toStem)),
    ...listTranslatedStems(tokens),
    ...listMadeStems(tokens),
    ...tokens.flatMap(({ typed }) =>
      nameFormula(typed).flatMap((name) => tokenize(name).map(({ stem }) => stem)),
    ),
  ]),
];

/** Words to look up: each, and neighbours as one. */
export const listWords = (tokens: readonly Token[]): string[] => [
  ...tokens.map(({ word }) => word),
  ...tokens.slice(1).map(({ word }, index) => (tokens[index]?.word ?? '') + word),
];

/** What synonyms may be known by: each word, and it with those that follow. */
export const listRunKeys = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((_, start) =>
    Array.from({ length: Math.min(maxSynonymWords, tokens.length - start) }, (__, index) =>
      toRunKey(tokens.slice(start, start + index + 1)),
    ),
  );

/** Neighbours that have a meaning together, are one word elsewhere, and all others one by one. */
export function spanWords(words: readonly Token[], context: Context): Span[] {
  const spans: Span[] = [];
  for (let start = 0; start < words.length;) {
    const span =
      translate(words, start, context) ??
      findMaker(words, start, context) ??
      findSynonyms(words, start, context) ??
      findFormula(words, start, context) ??
      findJoined(words, start, context);
    const [token] = words.slice(start, start + 1);
    if (span) spans.push(span);
    else if (token && (!isStop(token) || words.every(isStop))) spans.push(toSpan(token, context));
    start += span?.tokens.length ?? 1;
  }
  return spans.slice(0, maxGroups);
}

/** A small word that ends a name is no small word there: "metal can". */
const listContentStems = (tokens: readonly Token[]): string[] =>
  tokens
    .filter((token, place) => (!isStop(token) || isLastOfName(tokens, place)) && !isNoise(token))
    .map(({ stem }) => stem);

const isLastOfName = (tokens: readonly Token[], place: number): boolean =>
  place > 0 && place === tokens.length - 1;

/** Words that no title has and that another language has for goods of the store. */
function translate(
  words: readonly Token[],
  start: number,
  { known, asked }: Context,
): Span | undefined {
  const found = asked.isExact ? undefined : findTranslation(words, start);
  const own = listContentStems(found?.tokens ?? []);
  if (!found || own.length === 0 || isKnown(known, own)) return undefined;
  if (found.tokens.some(({ word }) => findHalves(word, false, known).length > 0)) return undefined;
  const stems = listContentStems(tokenize(found.word));
  if (!isKnown(known, stems)) return undefined;
  return { tokens: found.tokens, alternatives: [stems], kind: 'translated', as: [found.word] };
}

/** A chemical formula that no report has as a word. */
function findFormula(
  words: readonly Token[],
  start: number,
  { known, asked }: Context,
): Span | undefined {
  const [token] = words.slice(start, start + 1);
  if (!token || asked.isExact || known.words.has(token.word)) return undefined;
  const name = nameFormula(token.typed).find((one) =>
    isKnown(known, listContentStems(tokenize(one))),
  );
  if (name === undefined) return undefined;
  const stems = listContentStems(tokenize(name));
  return { tokens: [token], alternatives: [stems], kind: 'added', as: [name] };
}

/** "Corning" has the stem of "corn", which says nothing of the company. */
const isNamed = (tokens: readonly Token[], known: KnownParts): boolean =>
  isKnown(known, listContentStems(tokens)) && tokens.some(({ word }) => known.words.has(word));

/** A company that no title names. Whether a report names it inside is not known yet. */
function findMaker(
  words: readonly Token[],
  start: number,
  { known, asked }: Context,
): Span | undefined {
  const found = asked.isExact ? undefined : findCompany(words, start);
  if (!found || isNamed(found.tokens, known)) return undefined;
  if (!isKnown(known, listContentStems(tokenize(found.word)))) return undefined;
  return { tokens: found.tokens, alternatives: [], kind: 'plain', as: [], made: found.word };
}

export const toMadeSpan = (span: Span, made: string): Span => ({
  ...span,
  alternatives: [listContentStems(tokenize(made))],
  kind: 'added',
  as: [made],
});

const findSynonyms = (
  words: readonly Token[],
  start: number,
  { known }: Context,
): Span | undefined =>
  findLongest(words, start, maxSynonymWords, (tokens) => {
    const key = toRunKey(tokens);
    const found = known.synonyms.flatMap(({ term, means, termKey, meansKey }) => [
      ...(termKey === key ? [means] : []),
      ...(meansKey === key ? [term] : []),
    ]);
    if (found.length === 0) return undefined;
    const others = found.map((text) => listContentStems(tokenize(text)));
    const alternatives = [listContentStems(tokens), ...others].filter((stems) => stems.length > 0);
    // Words that no title has together are looked for one by one.
    if (tokens.length > 1 && !alternatives.some((stems) => isKnown(known, stems))) return undefined;
    return { tokens, alternatives, kind: 'added', as: found };
  });

/** Shorter ones are other words by chance. */
const minJoinedInside = 8;

function findJoined(words: readonly Token[], start: number, { known }: Context): Span | undefined {
  const [a, b] = words.slice(start, start + 2);
  if (!a || !b) return undefined;
  const word = a.word + b.word;
  const joined = toStem(word);
  const isInside = word.length >= minJoinedInside && known.words.has(word);
  if ((!known.reports.has(joined) && !isInside) || isStop(a) !== isStop(b)) return undefined;
  const both = [a.stem, b.stem];
  const alternatives = isInside || isKnown(known, both) ? [both, [joined]] : [[joined]];
  return { tokens: [a, b], alternatives, kind: 'plain', as: [] };
}

/** Fewer letters behind other words are a word where Enter was pressed: "gallium export ban". */
const minBeginning = 4;

export function toSpan(token: Token, { known, asked, tokens }: Context): Span {
  const own = known.reports.has(token.stem) ? [[token.stem]] : [];
  const halves = asked.isExact ? [] : findHalves(token.word, own.length > 0, known);
  const isLong = tokens.length === 1 || token.word.length >= minBeginning;
  const mayBegin = asked.isTyping || (own.length === 0 && isLong);
  const isCompleted = token === tokens.at(-1) && mayBegin;
  const completions = isCompleted && !asked.isExact ? chooseCompletions(known) : [];
  const whole = [...own, ...completions.map(({ stem }) => [stem])];
  return {
    tokens: [token],
    // Of an unknown word, halves count where one report has both.
    alternatives: uniqueAlternatives(whole.length > 0 ? [...whole, ...halves] : []),
    halves: whole.length > 0 || asked.isExact ? [] : [...halves, ...listLongHalves(token.word)],
    kind: 'plain',
    as: [],
  };
}

/** Words that titles have for their own sake are rather meant than those that all of them have. */
function chooseCompletions({ completions }: KnownParts): KnownParts['completions'] {
  const content = completions.filter((completion) => !isSoft(completion));
  return content.length > 0 ? content : completions;
}

export const uniqueAlternatives = (alternatives: readonly Alternative[]): Alternative[] => [
  ...new Map(alternatives.map((stems) => [stems.join(' '), stems])).values(),
];

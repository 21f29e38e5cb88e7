/** Finds what the words of a query may stand for, and what becomes of those that no title knows. */
import {
  isKnown,
  toInsideKey,
  type KnownParts,
  type KnownWords,
  type Near,
} from './known-words.store.ts';
import {
  isAcronym,
  isNoise,
  isSoft,
  isStop,
  maxSynonymWords,
  tokenize,
  toRunKey,
  toStem,
  type Token,
} from './normalize.model.ts';
import { anyWord, type Alternative, type UnderstoodPart } from './plan.model.ts';
import {
  findInCompound,
  isBeside,
  listElements,
  listMeant,
  listSymbols,
  listTermsOfParts,
  type Meant,
} from './search-word.model.ts';
import { correctWord, listDeletes, toSingular, type Correction } from './spelling.model.ts';

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
  /** Reports that have what a word of another language means. */
  readonly meantReports?: number;
  /** Of a word that titles don't have: its two halves, or other words for it, that may be inside. */
  readonly others?: readonly Alternative[];
  /** Of a well-known company: what it makes, for where no report names it. */
  readonly made?: readonly string[] | undefined;
  /** The table of words has it: it is no misspelling. */
  readonly isWord?: boolean;
};

/** Stems to look up: of the words, of neighbours as one word, and of their halves. */
export const listStems = (tokens: readonly Token[]): string[] => [
  ...new Set([
    ...tokens.map(({ stem }) => stem),
    ...tokens.slice(1).map(({ word }, index) => toStem((tokens[index]?.word ?? '') + word)),
    ...tokens.flatMap(({ word }) => listHalves(word).flat().map(toStem)),
  ]),
];

/** Words to look up: each, and neighbours as one. */
export const listWords = (tokens: readonly Token[]): string[] => [
  ...tokens.map(({ word }) => word),
  ...tokens.slice(1).map(({ word }, index) => (tokens[index]?.word ?? '') + word),
];

/**
 * The keys that the table of words is asked for: each word, it with those that follow, and symbols
 * of elements.
 */
export const listRunKeys = (tokens: readonly Token[]): string[] => [
  ...tokens.flatMap((_, start) =>
    Array.from({ length: Math.min(maxSynonymWords, tokens.length - start) }, (__, index) =>
      toRunKey(tokens.slice(start, start + index + 1)),
    ),
  ),
  ...tokens.flatMap(({ typed }) => listSymbols(typed).map((one) => toRunKey(tokenize(one)))),
];

/** Neighbours that have a meaning together, are one word elsewhere, and all others one by one. */
export function spanWords(words: readonly Token[], context: Context): Span[] {
  const spans: Span[] = [];
  for (let start = 0; start < words.length;) {
    const span =
      findMeaning(words, start, context) ??
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
const listContent = (tokens: readonly Token[]): Token[] =>
  tokens.filter(
    (token, place) => (!isStop(token) || isLastOfName(tokens, place)) && !isNoise(token),
  );

const listContentStems = (tokens: readonly Token[]): string[] =>
  listContent(tokens).map(({ stem }) => stem);

const isLastOfName = (tokens: readonly Token[], place: number): boolean =>
  place > 0 && place === tokens.length - 1;

/** A meaning as one term: several words of it are a phrase. Empty if it has no content. */
function toPhrase(text: string): Alternative {
  const tokens = tokenize(text);
  const content = new Set(listContent(tokens));
  const stems = tokens.map((token) => (content.has(token) ? token.stem : anyWord));
  const first = stems.findIndex((stem) => stem !== anyWord);
  const last = stems.findLastIndex((stem) => stem !== anyWord);
  return first < 0 ? [] : [stems.slice(first, last + 1).join(' ')];
}

/** The longest run of words from `start` that the table of words has, as far as that helps. */
function findMeaning(words: readonly Token[], start: number, context: Context): Span | undefined {
  for (let length = maxSynonymWords; length > 0; length--) {
    const tokens = words.slice(start, start + length);
    if (tokens.length < length) continue;
    const meant = listMeant(tokens, context.known.meanings);
    const [beside, instead] = [meant.filter(isBeside), meant.filter((one) => !isBeside(one))];
    const span = toInstead(tokens, instead, context) ?? toBeside(tokens, beside, context);
    if (span) return span;
  }
  return undefined;
}

/** Words that mean the same are looked for beside it. */
function toBeside(
  tokens: readonly Token[],
  meant: readonly Meant[],
  context: Context,
): Span | undefined {
  if (meant.length === 0) return undefined;
  const others = meant.map(({ text }) => toPhrase(text)).filter((terms) => terms.length > 0);
  const alternatives = [listContentStems(tokens), ...others].filter((stems) => stems.length > 0);
  const as = meant.map(({ text }) => text);
  if (alternatives.some((stems) => isKnown(context.known, stems)))
    return { tokens, alternatives, kind: 'added', as };
  // Words that no title has together are looked for one by one.
  const [token, ...further] = tokens;
  if (!token || further.length > 0) return undefined;
  const span = toSpan(token, context);
  return { ...span, isWord: true, others: [...(span.others ?? []), ...others] };
}

/** Alternatives of words that the catalogue lacks. */
function toInstead(
  tokens: readonly Token[],
  meant: readonly Meant[],
  { known, asked }: Context,
): Span | undefined {
  const [found, ...others] = meant.filter((one) => isKnown(known, toPhrase(one.text)));
  if (!found || asked.isExact) return undefined;
  const as = [found, ...others.filter(({ kind }) => kind === found.kind)].map(({ text }) => text);
  const own = listContentStems(tokens);
  // "Corning" has the stem of "corn", which says nothing of the company.
  const isOwn = isKnown(known, own) && tokens.some(({ word }) => known.words.has(word));
  if (found.kind === 'company')
    return isOwn ? undefined : { tokens, alternatives: [], kind: 'plain', as: [], made: as };
  if (found.kind === 'formula' && isOwn) return undefined;
  if (found.kind === 'language') {
    const isEnglish = own.length === 0 || isKnown(known, own);
    if (isEnglish || tokens.some(({ word }) => findHalves(word, false, known).length > 0))
      return undefined;
  }
  const kind = found.kind === 'language' ? 'translated' : 'added';
  return { tokens, alternatives: as.map(toPhrase), kind, as };
}

/** A chemical formula that no report has as a word, for the element that tells most of it. */
function findFormula(
  words: readonly Token[],
  start: number,
  { known, asked }: Context,
): Span | undefined {
  const [token] = words.slice(start, start + 1);
  if (!token || asked.isExact || known.words.has(token.word)) return undefined;
  const elements = listElements(token.typed, known.meanings);
  const [name, stems] =
    elements.map((one) => [one, toPhrase(one)] as const).find(([, one]) => isKnown(known, one)) ??
    [];
  if (name === undefined || stems === undefined) return undefined;
  return { tokens: [token], alternatives: [stems], kind: 'added', as: [name] };
}

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

function toSpan(token: Token, { known, asked, tokens }: Context): Span {
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
    others: whole.length > 0 || asked.isExact ? [] : [...halves, ...listLongHalves(token.word)],
    kind: 'plain',
    as: [],
  };
}

/** Words that titles have for their own sake are rather meant than those that all of them have. */
function chooseCompletions({ completions }: KnownParts): KnownParts['completions'] {
  const content = completions.filter((completion) => !isSoft(completion));
  return content.length > 0 ? content : completions;
}

const uniqueAlternatives = (alternatives: readonly Alternative[]): Alternative[] => [
  ...new Map(alternatives.map((stems) => [stems.join(' '), stems])).values(),
];

/** Shorter ones occur in any misspelt word: "am" in "amunition". */
const minHalf = 3;
const minLongHalf = 4;

/** Each way to take a word apart. */
const listHalves = (word: string): [string, string][] =>
  word.length < 2 * minHalf || word.length > 24 || isSoft({ word }) || isNoise({ word })
    ? []
    : Array.from({ length: word.length - 2 * minHalf + 1 }, (_, index) => [
        word.slice(0, index + minHalf),
        word.slice(index + minHalf),
      ]);

/** The halves that are known; noise is known too, and says nothing. */
const findHalves = (word: string, isWordKnown: boolean, known: KnownParts): Alternative[] =>
  listHalves(word)
    .map((halves) => halves.filter((half) => isWordKnown || !isNoise({ word: half })).map(toStem))
    .filter((stems) => isKnown(known, stems));

/** Those that may stand together inside a report, though titles don't know both: "skin care". */
const listLongHalves = (word: string): Alternative[] =>
  listHalves(word)
    .filter((halves) =>
      halves.every((half) => half.length >= minLongHalf && !isStop({ word: half })),
    )
    .map((halves) => [halves.map(toStem).join(' ')]);

/** Words that say of which kind a known thing is, to which a word may be joined. */
const combiningForms =
  'aero agri agro anti auto bio cryo cyber electro eco geo hydro macro mega micro mini multi ' +
  'nano neuro petro photo poly super thermo ultra';
const combiningForm = new RegExp(`^(?:${combiningForms.replaceAll(' ', '|')})(?=\\p{L}{5})`, 'u');

/** "Ethanol" of "bioethanol". */
function findRoot(word: string): { readonly word: string; readonly stem: string } | undefined {
  const root = word.replace(combiningForm, '');
  return root === word ? undefined : { word: root, stem: toStem(root) };
}

/**
 * Resolves words that no title has: they are of another language, stand inside, are a company's
 * name, or are meant in another spelling; else they are dropped.
 */
export async function resolveUnknown(
  words: KnownWords,
  spans: readonly Span[],
  context: Context,
): Promise<Span[]> {
  const { isExact } = context.asked;
  const unknown = spans.filter(({ alternatives }) => alternatives.length === 0);
  if (unknown.length === 0) return [...spans];
  const missing = unknown.flatMap((span) => span.tokens);
  const near = await words.readNear({
    // Of several words in a row only a company's name is unknown.
    runs: unknown.flatMap((span) => [span.tokens.map(({ stem }) => stem), ...(span.others ?? [])]),
    deletes: isExact
      ? []
      : missing.flatMap(({ word }) => [...listDeletes(word), ...listDeletes(toSingular(word))]),
    meant: [...new Set(missing.flatMap(({ word }) => findRoot(word)?.stem ?? []))],
    parts: isExact ? [] : missing.flatMap(({ word }) => listTermsOfParts(word).map(toStem)),
  });
  return spans.map((span) => resolve(span, near, context));
}

function resolve(span: Span, near: Near, { asked, tokens, known }: Context): Span {
  const [token] = span.tokens;
  if (span.alternatives.length > 0 || !token) return span;
  const translated = asked.isExact ? undefined : translateCompound(span, near, known);
  if (translated) return translated;
  const own = span.tokens.map(({ stem }) => stem);
  const count = (stems: Alternative): number => near.inside.get(toInsideKey(stems)) ?? 0;
  // A heading or a phrase that nearly every report has: nobody looks for it.
  if (!asked.isExact && count(own) === Number.POSITIVE_INFINITY)
    return { ...span, kind: 'soft', as: [] };
  const inside = [own, ...(span.others ?? [])].filter((stems) => count(stems) > 0);
  if (asked.isExact || inside.length > 0)
    return {
      ...span,
      alternatives: inside.length > 0 ? inside : [own],
      reports: Math.max(...[own, ...inside].map(count)),
    };
  if (span.made !== undefined)
    return {
      ...span,
      alternatives: span.made.map(toPhrase),
      kind: 'added',
      as: span.made,
    };
  const root = findRoot(token.word);
  if (root && near.meant.has(root.stem))
    return { ...span, kind: 'corrected', alternatives: [[root.stem]], as: [root.word] };
  // Nobody misspells what they type in capitals into another word: GDPR is not "ndpr".
  if (isAcronym(token) || span.isWord) return { ...span, kind: 'dropped' };
  return applyCorrection(span, correctWord(token.word, near.words, token === tokens.at(-1)));
}

/** "Steel" of "Edelstahl", unless it is made of two words of the store's own language. */
function translateCompound(span: Span, near: Near, known: KnownParts): Span | undefined {
  const [token, ...further] = span.tokens;
  if (!token || further.length > 0 || span.isWord || span.made !== undefined) return undefined;
  if (findHalves(token.word, false, known).length > 0) return undefined;
  const means = findInCompound(token.word, near.meanings);
  const stems = listContentStems(tokenize(means ?? ''));
  if (means === undefined || !stems.every((stem) => near.meant.has(stem))) return undefined;
  const meantReports = Math.min(...stems.map((stem) => near.meant.get(stem) ?? 0));
  return {
    ...span,
    alternatives: [toPhrase(means)],
    kind: 'translated',
    as: [means],
    meantReports,
  };
}

function applyCorrection(span: Span, { kind, words }: Correction): Span {
  if (kind === 'noise') return { ...span, kind: 'soft', as: words.map(({ word }) => word) };
  if (words.length === 0) return { ...span, kind: 'dropped' };
  return {
    ...span,
    kind: 'corrected',
    alternatives: uniqueAlternatives(words.map(({ stem }) => [stem])),
    as: words.map(({ word }) => word),
  };
}

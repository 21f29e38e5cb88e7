/** Makes a query a plan: what each of its words may stand for. */
import type { KnownParts, KnownWords } from './known-words.store.ts';
import {
  cleanQuery,
  isNoise,
  isSoft,
  isStop,
  isYear,
  listCodeForms,
  lowerCapitals,
  tokenize,
  type Token,
} from './normalize.model.ts';
import {
  hasAliases,
  isInMost,
  listKeys,
  listTermStems,
  minToldShare,
  sumWeights,
  weigh,
  weighUntitled,
  type Code,
  type Group,
  type Plan,
  type Understood,
  type UnderstoodPart,
} from './plan.model.ts';
import { toQueryKey } from './search-word.model.ts';
import {
  listRunKeys,
  listStems,
  listWords,
  resolveUnknown,
  spanWords,
  type Asked,
  type Context,
  type Span,
} from './spans.ts';
import { noiseWords, softWords } from './word-lists.model.ts';

const maxTokens = 24;
/** A shorter beginning has too many completions. */
const minRequiredPrefix = 4;

export async function understand(
  words: KnownWords,
  asked: Asked,
): Promise<{ plan: Plan; understood: Understood }> {
  const tokens = tokenize(lowerCapitals(cleanQuery(asked.words))).slice(0, maxTokens);
  const last = tokens.at(-1);
  const known = await words.read({
    stems: listStems(tokens),
    words: listWords(tokens),
    keys: listRunKeys(tokens),
    query: toQueryKey(tokens),
    prefix: asked.isExact ? undefined : last?.word,
    codes: listCodes(tokens),
  });
  const context = { asked, tokens, known };
  const code = findCode(tokens, known.codes);
  const chosen = chooseWords(
    tokens.filter((token) => !code?.tokens.includes(token)),
    asked.isTyping,
  );
  const spans = chosen.required.length > 0 ? spanWords(chosen.required, context) : [];
  const corrected = await resolveUnknown(words, spans, context);
  return assemble(context, { ...chosen, code, spans: corrected });
}

type Chosen = {
  readonly required: readonly Token[];
  readonly soft: readonly Token[];
  readonly years: readonly Token[];
};

/** Returns the subject of a query: its content, else its soft words, its years, its small words. */
function chooseWords(tokens: readonly Token[], isTyping: boolean): Chosen {
  const years = tokens.filter(({ word }) => isYear(word));
  const soft = tokens.filter(isSoft);
  const rest = tokens.filter(
    (token) =>
      !isYear(token.word) &&
      !isSoft(token) &&
      !isNoise(token) &&
      !isStop(token) &&
      !isLoneSign(token),
  );
  if (rest.length > 0) return { required: keepBetween(tokens, rest), soft, years };
  if (soft.length > 0) return { required: soft, soft: [], years };
  if (years.length > 0) return { required: years, soft: [], years: [] };
  // Noise may be the beginning of a subject: "market pulp".
  const required = isTyping ? tokens : tokens.filter((token) => !isNoise(token));
  return { required, soft: [], years: [] };
}

/** A digit or a letter that stands alone: every report has some. */
const isLoneSign = ({ word, isJoined }: Token): boolean => !isJoined && /^[\da-z]$/.test(word);

/** The content with the small words between it, which a synonym may have: "internet of things". */
const keepBetween = (tokens: readonly Token[], content: readonly Token[]): Token[] => {
  const isContent = new Set(content);
  return tokens.filter((token) => isContent.has(token) || isStop(token));
};

type Found = Chosen & {
  readonly code: { readonly tokens: readonly Token[]; readonly code: Code } | undefined;
  readonly spans: readonly Span[];
};

function assemble(context: Context, found: Found): { plan: Plan; understood: Understood } {
  const { asked, tokens, known } = context;
  const { spans, code, years } = found;
  const optional = findOptional(context, spans);
  const all = spans
    .filter((span) => span !== optional && span.alternatives.length > 0)
    .map((span) => toGroup(span, known));
  const groups = capWeights(asked.isExact ? all : leaveOutCommon(all, known), known);
  const soft = [
    ...new Set([
      ...found.soft.map(({ stem }) => stem),
      ...all.filter((group) => !groups.includes(group)).flatMap(listStemsOfBest),
    ]),
  ];
  const keys = listKeys(groups, soft);
  const understood = describe(context, found, optional);
  const told = sumWeights(groups);
  const weight = told + countDropped(spans) * weighUntitled(known.catalogue);
  const isOnlySubject = told < weight * minToldShare;
  const isGuessed = isOnlySubject && groups.every(({ isGuess }) => isGuess);
  const isNothing = (groups.length === 0 || isGuessed) && !code && found.required.length > 0;
  const isEverything = found.required.length === 0 && !code && tokens.length > 0;
  const [pinned, hidden] = isEverything ? [[], []] : [known.pinned, known.hidden];
  const name = listNameWords(found, optional);
  const hasNamePrefix =
    name !== '' && !asked.isExact && (asked.isTyping || (isNothing && tokens.length === 1));
  return {
    understood,
    plan: {
      groups,
      soft,
      hasNamePrefix,
      name,
      softPrefix: optional?.tokens[0]?.word,
      years: years.map(({ word }) => word),
      codes: code ? [code.code] : [],
      keys,
      aliasKeys: hasAliases(groups) ? keys : [],
      length: new Set(groups.flatMap(listStemsOfBest)).size,
      title: tokens.map(({ word }) => word).join(' '),
      isEverything,
      pinned,
      hidden,
      isNothing: (isNothing && !hasNamePrefix && pinned.length === 0) || tokens.length === 0,
      weight,
      isOnlySubject,
      isExact: asked.isExact,
    },
  };
}

/** Words that are nowhere; a lone letter or number says nothing. */
const countDropped = (spans: readonly Span[]): number =>
  spans.filter(
    ({ kind, tokens: [token] }) => kind === 'dropped' && /\p{L}{2}/u.test(token?.word ?? ''),
  ).length;

/** A word that no title has tells no more than one that is nowhere. */
const capWeights = (groups: readonly Group[], { catalogue }: KnownParts): Group[] =>
  groups.map((group) =>
    group.isTitled ? group : { ...group, weight: Math.min(group.weight, weighUntitled(catalogue)) },
  );

const listStemsOfBest = ({ alternatives: [best = []] }: Group): readonly string[] =>
  listTermStems(best);

/** A word that most reports have makes one fit better, and is not required beside another. */
function leaveOutCommon(groups: readonly Group[], { catalogue }: KnownParts): readonly Group[] {
  const telling = groups.filter(({ reports }) => !isInMost(reports, catalogue));
  return telling.length > 0 ? telling : groups;
}

function toGroup(span: Span, known: KnownParts): Group {
  const { tokens, alternatives, kind, reports, meantReports = 0 } = span;
  const isGuess = kind === 'corrected';
  const found = Math.max(
    reports ?? 0,
    meantReports,
    ...alternatives.map((stems) =>
      Math.min(...listTermStems(stems).map((stem) => known.reports.get(stem) ?? 0)),
    ),
  );
  return {
    typed: tokens.map(({ typed }) => typed).join(' '),
    alternatives,
    isGuess,
    reports: found,
    weight: weigh({ reports: found, isGuess }, known.catalogue),
    isTitled: reports === undefined,
  };
}

/** While typing: a last word that is short, or the beginning of a word that is never required. */
function findOptional({ asked, tokens, known }: Context, spans: readonly Span[]): Span | undefined {
  const last = spans.at(-1);
  const [token] = last?.tokens ?? [];
  if (!asked.isTyping || spans.length < 2 || last?.tokens.length !== 1) return undefined;
  if (!token || token !== tokens.at(-1)) return undefined;
  const isKnown = last.kind === 'added' || known.reports.has(token.stem);
  const isShort = token.word.length < minRequiredPrefix && !isKnown;
  const begins = (word: string): boolean => word.startsWith(token.word);
  return isShort || [...noiseWords, ...softWords].some(begins) ? last : undefined;
}

const getReplacement = ({ kind, as: [first = ''] }: Span): string =>
  kind === 'corrected' || kind === 'translated' ? first : '';

/** The words of the subject, in the spelling that was found. */
const listNameWords = ({ spans, required }: Found, optional: Span | undefined): string => {
  const replaced = new Map(
    spans.flatMap((span) =>
      span.kind !== 'plain' && span.kind !== 'added'
        ? span.tokens.map(
            (token, index) => [token, index === 0 ? getReplacement(span) : ''] as const,
          )
        : [],
    ),
  );
  return required
    .filter((token) => !isStop(token) || required.every(isStop))
    .map((token) => replaced.get(token) ?? token.word)
    .filter((word) => word !== '' || optional !== undefined)
    .join(' ')
    .trim();
};

function describe(context: Context, found: Found, optional: Span | undefined): Understood {
  const spanOf = new Map(found.spans.flatMap((span) => span.tokens.map((token) => [token, span])));
  const parts: UnderstoodPart[] = [];
  const words: string[] = [];
  const shown = new Set<Span>();
  for (const token of context.tokens) {
    const span = spanOf.get(token);
    if (span && shown.has(span)) continue;
    if (span) shown.add(span);
    const typed = (span?.tokens ?? [token]).map((one) => one.typed).join(' ');
    const isOptional = span === undefined || span === optional;
    if (span || isSoft(token))
      parts.push({ typed, kind: isOptional ? 'soft' : span.kind, as: span?.as ?? [] });
    if (span?.kind === 'corrected' || span?.kind === 'soft') words.push(span.as[0] ?? typed);
    else if (span?.kind !== 'dropped') words.push(typed);
  }
  const isCorrected = found.spans.some(
    ({ kind, as }) => kind === 'corrected' || (kind === 'soft' && as.length > 0),
  );
  return { parts, words: isCorrected ? words.join(' ') : context.asked.words, isCorrected };
}

const toForm = (tokens: readonly Token[]): string =>
  listCodeForms(tokens.map(({ word }) => word).join(''))[0] ?? '';

/**
 * Returns what may be a code, the whole query or words that hyphens join: with a digit, or of short
 * words.
 */
const listCodes = (tokens: readonly Token[]): Code[] =>
  [
    ...new Set(
      listCodeRuns(tokens)
        .map(toForm)
        .filter((form) => form.length > 2),
    ),
  ].map(toCode);

const maxParts = 7;
const maxLettersOfPart = 5;

function listCodeRuns(tokens: readonly Token[]): Token[][] {
  const runs: Token[][] = [];
  for (const token of tokens) {
    const run = runs.at(-1);
    if (token.isJoined && run) run.push(token);
    else runs.push([token]);
  }
  const mayBeCode = (run: readonly Token[]): boolean =>
    run.some(({ word }) => /\d/.test(word)) ||
    (run.length > 1 && run.every(({ word }) => word.length <= maxLettersOfPart));
  return [[...tokens], ...runs].filter(
    (run) => run.length > 0 && run.length <= maxParts && mayBeCode(run),
  );
}

/** The beginning of a code counts, but for a number alone. */
const toCode = (form: string): Code => ({ form, isPrefix: /\D/.test(form) });

/** The first code that a report has, with its words. */
function findCode(
  tokens: readonly Token[],
  known: ReadonlySet<string>,
): { readonly tokens: readonly Token[]; readonly code: Code } | undefined {
  for (const run of listCodeRuns(tokens)) {
    const form = toForm(run);
    if (known.has(form)) return { tokens: run, code: toCode(form) };
  }
  return undefined;
}

/** What becomes of words that no title knows. */
import { findRoot } from './compounds.model.ts';
import { correctWord, type Correction } from './correct-word.model.ts';
import { findMeaning } from './dictionary.model.ts';
import { isContent, isSoft, tokenize } from './normalize.model.ts';
import { countErrors, listDeletes, toSingular } from './spelling.model.ts';
import {
  toMadeSpan,
  toSpan,
  uniqueAlternatives,
  type Context,
  type Hinted,
  type Span,
} from './spans.ts';
import type { Alternative } from './plan.model.ts';
import type { Vocabulary } from './vocabulary.ts';

type Near = Awaited<ReturnType<Vocabulary['readNear']>>;

/**
 * They stand inside, or are a company's name, or the dictionary knows what they mean, or they are
 * meant in another spelling, or are dropped.
 */
export async function correctSpans(
  vocabulary: Vocabulary,
  spans: readonly Span[],
  context: Context,
): Promise<Span[]> {
  const { isExact } = context.asked;
  const unknown = spans.filter(({ alternatives }) => alternatives.length === 0);
  if (unknown.length === 0) return [...spans];
  const missing = unknown.flatMap((span) => span.tokens);
  const hints = new Map(unknown.map((span) => [span, isExact ? [] : listHints(span)]));
  const near = await vocabulary.readNear({
    runs: unknown.flatMap((span) => [...listRuns(span), ...(span.halves ?? [])]),
    deletes: isExact
      ? []
      : missing.flatMap(({ word }) => [...listDeletes(word), ...listDeletes(toSingular(word))]),
    meant: [
      ...new Set([
        ...[...hints.values()].flat().flatMap(({ stems }) => stems),
        ...missing.flatMap(({ word }) => findRoot(word)?.stem ?? []),
      ]),
    ],
  });
  return spans.flatMap((span) => {
    if (span.alternatives.length > 0) return [span];
    const known = chooseHints(hints.get(span) ?? [], near);
    const isTogether = near.inside.has(span.tokens.map(({ stem }) => stem).join(' '));
    const isRun = span.tokens.length > 1 && span.made === undefined && !isTogether;
    return isRun && !isExact && known.length === 0
      ? span.tokens.map((token) => resolve(toSpan(token, context), [], near, context))
      : [resolve(span, known, near, context)];
  });
}

function resolve(
  span: Span,
  hints: readonly Hinted[],
  near: Near,
  { asked, tokens }: Context,
): Span {
  const [token] = span.tokens;
  if (span.alternatives.length > 0 || !token) return span;
  const own = span.tokens.map(({ stem }) => stem);
  const count = (stems: Alternative): number => near.inside.get(stems.join(' ')) ?? 0;
  const inside = [own, ...(span.halves ?? [])].filter((stems) => count(stems) > 0);
  if (asked.isExact || inside.length > 0)
    return {
      ...span,
      alternatives: inside.length > 0 ? inside : [own],
      reports: Math.max(...[own, ...inside].map(count)),
    };
  if (span.made !== undefined) return toMadeSpan(span, span.made);
  const root = findRoot(token.word);
  if (root && hints.length === 0 && near.meant.has(root.stem))
    return { ...span, kind: 'corrected', alternatives: [[root.stem]], as: [root.word] };
  const correction = correctWord(token.word, near.words, token === tokens.at(-1));
  // "Potable" among many words is rather "portable" than a drink.
  const isLikelyError = tokens.length >= minWordsOfError && isOneError(token.word, correction);
  if (hints.length > 0 && !isLikelyError)
    return { ...span, kind: 'added', hints, as: hints.slice(0, maxShown).map(({ text }) => text) };
  return applyCorrection(span, correction);
}

const minWordsOfError = 4;

const isOneError = (word: string, { words: [first] }: Correction): boolean =>
  first !== undefined && countErrors(word, first.word) === 1;

/** A run of words, and each of them. */
const listRuns = ({ tokens }: Span): Alternative[] => [
  tokens.map(({ stem }) => stem),
  ...(tokens.length > 1 ? tokens.map(({ stem }) => [stem]) : []),
];

const maxShown = 3;
const maxHints = 10;

const listHints = ({ tokens }: Span): Omit<Hinted, 'reports'>[] => {
  const meaning = findMeaning(tokens, 0);
  if (meaning?.tokens.length !== tokens.length) return [];
  return meaning.hints.map(({ text, share }) => ({
    text,
    share,
    stems: tokenize(text)
      .filter((token) => isContent(token) && !isSoft(token))
      .map(({ stem }) => stem),
  }));
};

/** Those that titles and keywords have; the same stems count once, by the best they are said of. */
function chooseHints(hints: readonly Omit<Hinted, 'reports'>[], { meant }: Near): Hinted[] {
  const known = hints
    .map((hint) => ({
      ...hint,
      reports: Math.min(...hint.stems.map((stem) => meant.get(stem) ?? 0)),
    }))
    .filter(({ reports, stems }) => reports > 0 && stems.length > 0);
  const unique = new Map(known.toReversed().map((hint) => [hint.stems.join(' '), hint]));
  return [...unique.values()].toReversed().slice(0, maxHints);
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

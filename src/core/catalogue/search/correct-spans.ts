/** What becomes of words that no title knows. */
import { findRoot } from './compounds.model.ts';
import { isAcronym } from './normalize.model.ts';
import { correctWord, listDeletes, toSingular, type Correction } from './spelling.model.ts';
import { toMadeSpan, toSpan, uniqueAlternatives, type Context, type Span } from './spans.ts';
import type { Alternative } from './plan.model.ts';
import type { Vocabulary } from './vocabulary.ts';

type Near = Awaited<ReturnType<Vocabulary['readNear']>>;

/**
 * They stand inside, or are a company's name, or are meant in another spelling, or are dropped.
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
  const near = await vocabulary.readNear({
    runs: unknown.flatMap((span) => [...listRuns(span), ...(span.halves ?? [])]),
    deletes: isExact
      ? []
      : missing.flatMap(({ word }) => [...listDeletes(word), ...listDeletes(toSingular(word))]),
    meant: [...new Set(missing.flatMap(({ word }) => findRoot(word)?.stem ?? []))],
  });
  return spans.flatMap((span) => {
    if (span.alternatives.length > 0) return [span];
    const isTogether = near.inside.has(span.tokens.map(({ stem }) => stem).join(' '));
    const isRun = span.tokens.length > 1 && span.made === undefined && !isTogether;
    return isRun && !isExact
      ? span.tokens.map((token) => resolve(toSpan(token, context), near, context))
      : [resolve(span, near, context)];
  });
}

function resolve(span: Span, near: Near, { asked, tokens }: Context): Span {
  const [token] = span.tokens;
  if (span.alternatives.length > 0 || !token) return span;
  const own = span.tokens.map(({ stem }) => stem);
  const count = (stems: Alternative): number => near.inside.get(stems.join(' ')) ?? 0;
  // A heading or a phrase that nearly every report has: nobody looks for it.
  if (!asked.isExact && count(own) === Number.POSITIVE_INFINITY)
    return { ...span, kind: 'soft', as: [] };
  const inside = [own, ...(span.halves ?? [])].filter((stems) => count(stems) > 0);
  if (asked.isExact || inside.length > 0)
    return {
      ...span,
      alternatives: inside.length > 0 ? inside : [own],
      reports: Math.max(...[own, ...inside].map(count)),
    };
  if (span.made !== undefined) return toMadeSpan(span, span.made);
  const root = findRoot(token.word);
  if (root && near.meant.has(root.stem))
    return { ...span, kind: 'corrected', alternatives: [[root.stem]], as: [root.word] };
  // Nobody misspells what they type in capitals into another word: GDPR is not "ndpr".
  if (isAcronym(token)) return { ...span, kind: 'dropped' };
  return applyCorrection(span, correctWord(token.word, near.words, token === tokens.at(-1)));
}

/** A run of words, and each of them. */
const listRuns = ({ tokens }: Span): Alternative[] => [
  tokens.map(({ stem }) => stem),
  ...(tokens.length > 1 ? tokens.map(({ stem }) => [stem]) : []),
];

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

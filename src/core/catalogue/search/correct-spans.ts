/** What becomes of words that no title knows. */
import { correctWord, type Correction } from './correct-word.model.ts';
import { listDeletes, toSingular } from './spelling.model.ts';
import { toMadeSpan, uniqueAlternatives, type Context, type Span } from './spans.ts';
import type { Vocabulary } from './vocabulary.ts';

/** They stand inside, or are a company's name, or are meant in another spelling, or are dropped. */
export async function correctSpans(
  vocabulary: Vocabulary,
  spans: readonly Span[],
  { asked, tokens }: Context,
): Promise<Span[]> {
  const unknown = spans.filter(({ alternatives }) => alternatives.length === 0);
  if (unknown.length === 0) return [...spans];
  const missing = unknown.flatMap((span) => span.tokens);
  const near = await vocabulary.readNear({
    stems: missing.map(({ stem }) => stem),
    deletes: asked.isExact
      ? []
      : missing.flatMap(({ word }) => [...listDeletes(word), ...listDeletes(toSingular(word))]),
  });
  return spans.map((span) => {
    const [token] = span.tokens;
    if (span.alternatives.length > 0 || !token) return span;
    const counts = span.tokens.map(({ stem }) => near.inside.get(stem) ?? 0);
    if (asked.isExact || counts.every((count) => count > 0))
      return {
        ...span,
        alternatives: [span.tokens.map(({ stem }) => stem)],
        reports: Math.min(...counts),
      };
    if (span.made !== undefined) return toMadeSpan(span, span.made);
    const isLast = token === tokens.at(-1);
    return applyCorrection(span, correctWord(token.word, near.words, isLast));
  });
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

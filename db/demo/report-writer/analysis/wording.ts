import type { AnalysisSection } from '#core/catalogue/report-text.model.ts';
import { formatPercent } from '../format-numbers.ts';

/** What every section of one report needs to know about its subject. */
export type SectionContext = {
  /** Chooses among the variants of a sentence; the same key always chooses the same. */
  readonly key: string;
  /** The subject as it appears within a sentence. */
  readonly noun: string;
  /** What the main series counts, in full: "U.S. production (mines) of copper". */
  readonly mainSeriesName?: string | undefined;
};

/** Undefined where the figures are too few for the section. */
export type OptionalSection = AnalysisSection | undefined;

type OptionalText = string | undefined | false;

/** The texts that have something to say. */
export const keepTexts = (texts: readonly OptionalText[]): string[] =>
  texts.filter((text): text is string => typeof text === 'string' && text !== '');

/** One paragraph of the sentences that have something to say. */
export const joinSentences = (...sentences: OptionalText[]): string =>
  keepTexts(sentences).join(' ');

/** "Real output (computed)" as "Real output". */
export const removeComputedMark = (label: string): string => label.replace(' (computed)', '');

/** A label as it appears within a sentence: "gross output"; abbreviations stay as they are. */
export const lowercaseLabel = (label: string): string =>
  removeComputedMark(
    /^[A-Z]{2}|^U\.S\.|^EV|^Medicare/.test(label)
      ? label
      : label.charAt(0).toLowerCase() + label.slice(1),
  );

/** 0.02 as "rose by 2 %". */
export function describeChange(change: number): string {
  if (Math.abs(change) < 0.002) return 'hardly changed';
  return change > 0 ? `rose by ${formatPercent(change)}` : `fell by ${formatPercent(change)}`;
}

/** -0.02 as "minus 2 %". */
export const formatSignedPercent = (rate: number): string =>
  `${rate < 0 ? 'minus ' : ''}${formatPercent(rate)}`;

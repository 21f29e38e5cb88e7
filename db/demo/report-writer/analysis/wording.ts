import type { AnalysisSection } from '../demo-text.ts';
import type { Series } from '#core/catalogue/figures/figures.model.ts';
import { formatPercent, joinWithAnd } from '../format-numbers.ts';

/** The subject of a report, as every section of it needs to know it. */
export type SectionContext = {
  /** Chooses among the variants of a sentence; the same key always chooses the same. */
  readonly key: string;
  /** The subject as it appears within a sentence. */
  readonly noun: string;
  /** The full name of what the main series counts: "U.S. production (mines) of copper". */
  readonly mainSeriesName?: string | undefined;
};

/** Undefined if the figures are too few for the section. */
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

/** 0.02 as "rose by 2 %", 2.7 as "grew 3.7-fold". */
export function describeChange(change: number): string {
  if (Math.abs(change) < 0.002) return 'hardly changed';
  if (change >= 2) return `grew ${formatFold(1 + change)}-fold`;
  return change > 0 ? `rose by ${formatPercent(change)}` : `fell by ${formatPercent(change)}`;
}

const formatFold = (factor: number): string =>
  factor.toLocaleString('en-US', { maximumFractionDigits: factor < 10 ? 1 : 0 });

/** 0.02 as "a rise of 2 % a year", and "no change on balance" below a twentieth of a percent. */
export function describeYearlyRate(rate: number): string {
  if (isLevel(rate)) return 'no change on balance';
  return `${rate > 0 ? 'a rise' : 'a fall'} of ${formatPercent(rate)} a year`;
}

/** True for a yearly rate that would be printed as 0 %. */
export const isLevel = (rate: number): boolean => Math.abs(rate) < 0.0005;

/**
 * True if the first value is below a twentieth of the last. A percentage on such a base says
 * more about the base than about the growth, so none is printed.
 */
export const hasSmallBase = (growth: {
  readonly firstValue: number;
  readonly lastValue: number;
}): boolean => growth.firstValue < growth.lastValue / 20;

/**
 * A year in the wording of the report's source: the USDA counts crops by marketing years, so that
 * 2025 is "2025/26"; its meat and dairy years are calendar years.
 */
export function formatYear(key: string, year: number): string {
  if (!key.startsWith('psd:') || /^psd:(meat|dairy)-/.test(key)) return String(year);
  return `${year}/${String((year + 1) % 100).padStart(2, '0')}`;
}

/**
 * Every year that has the value: "2020 and 2023", or "2020 to 2023" for three in a row and more.
 */
export function nameYearsOf(key: string, points: Series['points'], value: number): string {
  const years = points.filter((point) => point[1] === value).map(([year]) => year);
  const [first = 0, last = 0] = [years[0], years.at(-1)];
  const name = (year: number): string => formatYear(key, year);
  return years.length > 2 && last - first === years.length - 1
    ? `${name(first)} to ${name(last)}`
    : joinWithAnd(years.map(name));
}

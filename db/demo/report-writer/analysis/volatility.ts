import type { Series } from '#core/catalogue/figures/figures.model.ts';
import {
  calculateVolatility,
  calculateYearlyChanges,
  findExtremes,
  findTurningPoints,
  type YearlyChange,
} from '#core/catalogue/figures/statistics.ts';
import { chooseVariant, formatAmount, formatPercent, joinWithAnd } from '../format-numbers.ts';
import { nameSeries } from './series-names.ts';
import {
  describeChange,
  formatYear,
  joinSentences,
  type OptionalSection,
  type SectionContext,
} from './wording.ts';

/** How far the yearly changes scatter, the best and the worst year, and the turning points. */
export function writeVolatilitySection(context: SectionContext, main: Series): OptionalSection {
  const volatility = calculateVolatility(main.points);
  const { best, worst } = findExtremes(main.points);
  if (volatility === undefined || !best || !worst) return undefined;
  const changes = calculateYearlyChanges(main.points).map(({ change }) => change);
  return {
    heading: 'Turning points and volatility',
    paragraphs: [
      joinSentences(describeScatter(context, main, volatility), describeDirections(changes)),
      joinSentences(
        describeBestAndWorst(context, best, worst),
        describeTurningPoints(context, main, volatility),
      ),
    ],
    charts: [],
  };
}

function nameSwings(volatility: number): string {
  if (volatility < 0.04) return 'small';
  return volatility < 0.12 ? 'moderate' : 'wide';
}

function describeScatter(context: SectionContext, main: Series, volatility: number): string {
  const name = context.mainSeriesName ?? nameSeries(main, context.noun);
  const percent = formatPercent(volatility);
  const swings = nameSwings(volatility);
  return chooseVariant(context.key, 'spread', [
    `The yearly swings of ${name} are ${swings}: the standard deviation of the changes is ` +
      `${percent}.`,
    `With a standard deviation of ${percent}, the yearly changes of ${name} are ${swings}.`,
    `Measured by their standard deviation, ${percent}, the yearly changes of ${name} are ` +
      `${swings}.`,
  ]);
}

const countYears = (count: number): string => `${count} ${count === 1 ? 'year' : 'years'}`;

/**
 * How many yearly changes went up, down and nowhere; a direction that never occurs is not counted.
 */
export function describeDirections(changes: readonly number[]): string {
  const rises = changes.filter((change) => change > 0).length;
  const falls = changes.filter((change) => change < 0).length;
  const level = changes.length - rises - falls;
  if (rises === changes.length) return `Values rose in each of the ${countYears(rises)}.`;
  if (falls === changes.length) return `Values fell in each of the ${countYears(falls)}.`;
  const parts = [
    rises > 0 && `rose in ${countYears(rises)}`,
    falls > 0 && `fell in ${rises > 0 ? falls : countYears(falls)}`,
    level > 0 && `stayed level in ${level}`,
  ].filter((part) => part !== false);
  return `Values ${joinWithAnd(parts)}.`;
}

/** Each is named by what it was: the weakest of a series that never fell is a rise. */
export function describeBestAndWorst(
  { key }: Pick<SectionContext, 'key'>,
  best: YearlyChange,
  worst: YearlyChange,
): string {
  const [bestYear, worstYear] = [best, worst].map(({ year }) => formatYear(key, year));
  if (worst.change >= 0)
    return (
      `The strongest year was ${bestYear}, when values ${describeChange(best.change)}; in the ` +
      `weakest, ${worstYear}, they ${nameSmallest(worst.change)}.`
    );
  if (best.change <= 0)
    return (
      `The deepest fall was that of ${worstYear}, when values ${describeChange(worst.change)}; ` +
      `in the mildest year, ${bestYear}, they ${nameSmallest(best.change)}.`
    );
  return chooseVariant(key, 'best', [
    `The best year was ${bestYear}, when values ${describeChange(best.change)}; the worst was ` +
      `${worstYear}, when they ${describeChange(worst.change)}.`,
    `Values ${describeChange(worst.change)} in ${worstYear}, the hardest year, and ` +
      `${describeChange(best.change)} in ${bestYear}, the strongest.`,
  ]);
}

const nameSmallest = (change: number): string =>
  Math.abs(change) < 0.002 ? 'hardly changed' : `still ${describeChange(change)}`;

/** The last six turning points that exceed the usual scatter and five percent. */
function describeTurningPoints(
  { key }: SectionContext,
  { points, unit }: Series,
  volatility: number,
): string {
  const threshold = Math.max(0.05, volatility);
  const turns = findTurningPoints(points, threshold);
  const directions = new Set(calculateYearlyChanges(points).map(({ change }) => Math.sign(change)));
  if (directions.size === 1) return 'No year turned the direction.';
  if (turns.length === 0) {
    const [first, last] = [points[0], points.at(-1)].map((point) =>
      formatYear(key, point?.[0] ?? 0),
    );
    return (
      `Between ${first} and ${last} no reversal was larger than ${formatPercent(threshold)}, so ` +
      'no year counts as a turning point.'
    );
  }
  const names = turns
    .slice(-6)
    .map(
      ({ year, value, kind }) =>
        `the ${kind} of ${formatYear(key, year)} (${formatAmount(value, unit)})`,
    );
  if (names.length === 1) return `The only turning point beyond the usual swings is ${names[0]}.`;
  const which = turns.length > 6 ? 'The latest six turning points' : 'The turning points';
  return `${which} beyond the usual swings are ${joinWithAnd(names)}.`;
}

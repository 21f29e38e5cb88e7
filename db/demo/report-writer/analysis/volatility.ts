import type { Series } from '#core/catalogue/figures.model.ts';
import {
  calculateVolatility,
  calculateYearlyChanges,
  findExtremes,
  findTurningPoints,
} from '#core/catalogue/statistics.ts';
import {
  capitalize,
  chooseVariant,
  formatAmount,
  formatPercent,
  joinWithAnd,
} from '../format-numbers.ts';
import {
  describeChange,
  joinSentences,
  type OptionalSection,
  type SectionContext,
} from './wording.ts';

/** How far the yearly changes scatter, the best and the worst year, and the turning points. */
export function writeVolatilitySection(context: SectionContext, main: Series): OptionalSection {
  const volatility = calculateVolatility(main.points);
  const { best, worst } = findExtremes(main.points);
  if (volatility === undefined || !best || !worst) return undefined;
  const bestAndWorst = chooseVariant(context.key, 'best', [
    `The best year was ${best.year}, when it ${describeChange(best.change)}; the worst was ` +
      `${worst.year}, when it ${describeChange(worst.change)}.`,
    `It ${describeChange(worst.change)} in ${worst.year}, its hardest year, and ` +
      `${describeChange(best.change)} in ${best.year}, its strongest.`,
  ]);
  return {
    heading: 'Turning points and volatility',
    paragraphs: [
      joinSentences(describeScatter(context, volatility), countDeclines(context, main)),
      joinSentences(bestAndWorst, describeTurningPoints(main, volatility)),
    ],
    charts: [],
  };
}

function nameKind(volatility: number): string {
  if (volatility < 0.04) return 'a calm series';
  return volatility < 0.12 ? 'a series with ordinary swings' : 'a restless series';
}

function describeScatter(context: SectionContext, volatility: number): string {
  const noun = context.mainSeriesName ?? context.noun;
  const percent = formatPercent(volatility);
  const kind = nameKind(volatility);
  return chooseVariant(context.key, 'spread', [
    `${capitalize(noun)}: ${kind}, whose yearly changes scatter by ${percent} around their mean ` +
      '(standard deviation).',
    `The yearly changes of ${noun} have a standard deviation of ${percent}, which makes it ` +
      `${kind}.`,
    `Measured by the standard deviation of its yearly changes, ${percent}, ${noun} is ${kind}.`,
  ]);
}

function countDeclines({ key }: SectionContext, main: Series): string {
  const changes = calculateYearlyChanges(main.points);
  const count = changes.length;
  const declines = changes.filter(({ change }) => change < 0).length;
  return chooseVariant(key, 'downs', [
    `In ${declines} of ${count} years it went down.`,
    `It fell in ${declines} of the ${count} years that can be compared with the one before.`,
    `Of ${count} yearly changes, ${count - declines} point up and ${declines} down.`,
  ]);
}

/** The last six turning points that exceed the usual scatter and five percent. */
function describeTurningPoints({ points, unit }: Series, volatility: number): string {
  const threshold = Math.max(0.05, volatility);
  const turns = findTurningPoints(points, threshold).slice(-6);
  if (turns.length === 0)
    return (
      `No year between ${points[0]?.[0]} and ${points.at(-1)?.[0]} is a turning point by our ` +
      'rule, which asks for a reversal larger than the usual scatter of ' +
      `${formatPercent(threshold)}.`
    );
  const names = turns.map(
    ({ year, value, kind }) => `the ${kind} of ${year} (${formatAmount(value, unit)})`,
  );
  return `Turning points that stand out from the usual scatter are ${joinWithAnd(names)}.`;
}

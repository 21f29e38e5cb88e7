import type { Series } from '#core/catalogue/figures.model.ts';
import { calculateGrowth, findExtremes, type Growth } from '#core/catalogue/statistics.ts';
import { capitalize, chooseVariant, formatAmount, formatPercent } from '../format-numbers.ts';
import {
  formatSignedPercent,
  joinSentences,
  keepTexts,
  lowercaseLabel,
  removeComputedMark,
  type OptionalSection,
  type SectionContext,
} from './wording.ts';

/** The main series from its first year to its last, its last decade and its records. */
export function writeLongRunSection(context: SectionContext, main: Series): OptionalSection {
  const growth = calculateGrowth(main.points);
  if (!growth) return undefined;
  return {
    heading: `${removeComputedMark(main.label)}, ${growth.fromYear} to ${growth.toYear}`,
    paragraphs: keepTexts([
      joinSentences(describeSpan(context, main, growth), describeRate(context, growth)),
      joinSentences(describeDecade(context, main, growth), describeRecords(context, main, growth)),
    ]),
    charts: [main.id],
  };
}

function describeSpan(context: SectionContext, main: Series, growth: Growth): string {
  const noun = context.mainSeriesName ?? context.noun;
  const series = context.mainSeriesName ?? `${lowercaseLabel(main.label)} of ${noun}`;
  const { fromYear, toYear } = growth;
  const first = formatAmount(growth.firstValue, main.unit);
  const last = formatAmount(growth.lastValue, main.unit);
  return chooseVariant(context.key, 'long', [
    `In ${fromYear} the ${series} stood at ${first}; in ${toYear} it stood at ${last}.`,
    `The record for ${noun} begins in ${fromYear} with ${first} and ends in ${toYear} with ` +
      `${last}.`,
    `Between ${fromYear} and ${toYear} the ${series} went from ${first} to ${last}.`,
    `${capitalize(series)} came to ${last} in ${toYear}, against ${first} in ${fromYear}.`,
    `Anyone who looked at ${noun} in ${fromYear} saw ${first}; the figure for ${toYear} is ` +
      `${last}.`,
  ]);
}

function describeRate({ key }: SectionContext, growth: Growth): string {
  const { annualRate } = growth;
  const years = growth.toYear - growth.fromYear;
  const percent = formatPercent(annualRate);
  return chooseVariant(key, 'rate', [
    `That is ${annualRate >= 0 ? 'a growth' : 'a decline'} of ${percent} a year over ${years} ` +
      'years.',
    `Spread evenly over ${years} years, it ${annualRate >= 0 ? 'grew' : 'shrank'} by ${percent} ` +
      'a year.',
    `The compound rate behind it is ${formatSignedPercent(annualRate)} a year.`,
  ]);
}

/** The last ten years beside the whole period; undefined where the series has no such year. */
function describeDecade(context: SectionContext, main: Series, whole: Growth): string | undefined {
  const decade = calculateGrowth(main.points, 10);
  if (!decade) return undefined;
  const noun = context.mainSeriesName ?? context.noun;
  const { fromYear, toYear, annualRate } = decade;
  const percent = formatPercent(annualRate);
  return joinSentences(
    chooseVariant(context.key, 'decade', [
      `Over the last ten years, from ${fromYear} to ${toYear}, ${noun} ` +
        `${annualRate >= 0 ? 'gained' : 'lost'} ${percent} a year.`,
      `The last decade alone (${fromYear} to ${toYear}) shows ` +
        `${annualRate >= 0 ? 'a gain' : 'a loss'} of ${percent} a year for ${noun}.`,
      `For the ten years to ${toYear} the yearly rate of ${noun} is ` +
        `${formatSignedPercent(annualRate)}.`,
    ]),
    Math.abs(annualRate - whole.annualRate) < 0.004
      ? `This is close to the rate of the whole period since ${whole.fromYear}.`
      : `That is ${annualRate > whole.annualRate ? 'faster' : 'slower'} than the whole period ` +
          `since ${whole.fromYear}, which averages ${formatSignedPercent(whole.annualRate)}.`,
  );
}

function describeRecords(
  { key }: SectionContext,
  main: Series,
  { toYear }: Growth,
): string | undefined {
  const { high, low } = findExtremes(main.points);
  if (!high || !low) return undefined;
  const [highest, lowest] = [high, low].map(([, value]) => formatAmount(value, main.unit));
  const record =
    high[0] === toYear
      ? `The latest year, ${high[0]}, is also the record`
      : `The record dates from ${high[0]}`;
  return chooseVariant(key, 'records', [
    `The highest value is that of ${high[0]}, ${highest}, and the lowest that of ${low[0]}, ` +
      `${lowest}.`,
    `${record}, at ${highest}; the lowest point is ${low[0]}, at ${lowest}.`,
  ]);
}

/** The analysis of one report: each finding in words, with this report's own numbers. */
import {
  calculateYearlyChanges,
  calculateConcentration,
  findExtremes,
  forecastSeries,
  calculateGrowth,
  calculateCorrelation,
  findBiggestMovers,
  findTurningPoints,
  calculateVolatility,
} from '#core/catalogue/statistics.ts';
import type { Figures, Ranking, Series } from '#core/catalogue/figures.model.ts';
import type { AnalysisSection } from '#core/catalogue/report-text.model.ts';
import {
  formatAmount,
  capitalize,
  chooseVariant,
  joinWithAnd,
  formatPercent,
} from './format-numbers.ts';

/**
 * `noun` is the subject; `main`, where it is given, says in full what the main series counts ("U.S.
 * production (mines) of copper").
 */
export type SectionContext = {
  readonly key: string;
  readonly noun: string;
  readonly mainSeriesName?: string | undefined;
};
type OptionalSection = AnalysisSection | undefined;

const joinSentences = (...all: (string | undefined | false)[]): string =>
  all.filter((one): one is string => typeof one === 'string' && one !== '').join(' ');
const lowercaseLabel = (label: string): string =>
  (/^[A-Z]{2}|^U\.S\.|^EV/.test(label)
    ? label
    : label.charAt(0).toLowerCase() + label.slice(1)
  ).replace(' (computed)', '');
const describeChange = (change: number): string =>
  Math.abs(change) < 0.002
    ? 'hardly changed'
    : change > 0
      ? `rose by ${formatPercent(change)}`
      : `fell by ${formatPercent(change)}`;

/** From the first year to the last. */
export function writeLongRunSection(
  { key, noun: own, mainSeriesName: counted }: SectionContext,
  main: Series,
): OptionalSection {
  const noun = counted ?? own;
  const all = calculateGrowth(main.points);
  if (!all) return undefined;
  const ten = calculateGrowth(main.points, 10);
  const { high, low } = findExtremes(main.points);
  const what = counted ?? `${lowercaseLabel(main.label)} of ${noun}`;
  const first = formatAmount(all.firstValue, main.unit);
  const last = formatAmount(all.lastValue, main.unit);
  const opening = chooseVariant(key, 'long', [
    `In ${all.fromYear} the ${what} stood at ${first}; in ${all.toYear} it stood at ${last}.`,
    `The record for ${noun} begins in ${all.fromYear} with ${first} and ends in ` +
      `${all.toYear} with ${last}.`,
    `Between ${all.fromYear} and ${all.toYear} the ${what} went from ${first} to ${last}.`,
    `${capitalize(what)} came to ${last} in ${all.toYear}, against ${first} in ${all.fromYear}.`,
    `Anyone who looked at ${noun} in ${all.fromYear} saw ${first}; the figure for ` +
      `${all.toYear} is ${last}.`,
  ]);
  const rate = chooseVariant(key, 'rate', [
    `That is ${all.annualRate >= 0 ? 'a growth' : 'a decline'} of ` +
      `${formatPercent(all.annualRate)} a year over ${all.toYear - all.fromYear} years.`,
    `Spread evenly over ${all.toYear - all.fromYear} years, it ` +
      `${all.annualRate >= 0 ? 'grew' : 'shrank'} by ${formatPercent(all.annualRate)} a year.`,
    'The compound rate behind it is ' +
      `${all.annualRate < 0 ? 'minus ' : ''}${formatPercent(all.annualRate)} a year.`,
  ]);
  const decade =
    ten &&
    joinSentences(
      chooseVariant(key, 'decade', [
        `Over the last ten years, from ${ten.fromYear} to ${ten.toYear}, ${noun} ` +
          `${ten.annualRate >= 0 ? 'gained' : 'lost'} ${formatPercent(ten.annualRate)} a ` +
          'year.',
        `The last decade alone (${ten.fromYear} to ${ten.toYear}) shows ` +
          `${ten.annualRate >= 0 ? 'a gain' : 'a loss'} of ${formatPercent(ten.annualRate)} ` +
          `a year for ${noun}.`,
        `For the ten years to ${ten.toYear} the yearly rate of ${noun} is ` +
          `${ten.annualRate < 0 ? 'minus ' : ''}${formatPercent(ten.annualRate)}.`,
      ]),
      Math.abs(ten.annualRate - all.annualRate) < 0.004
        ? `This is close to the rate of the whole period since ${all.fromYear}.`
        : `That is ${ten.annualRate > all.annualRate ? 'faster' : 'slower'} than the whole ` +
            `period since ${all.fromYear}, which averages ` +
            `${all.annualRate < 0 ? 'minus ' : ''}${formatPercent(all.annualRate)}.`,
    );
  const records =
    high &&
    low &&
    chooseVariant(key, 'records', [
      `The highest value is that of ${high[0]}, ${formatAmount(high[1], main.unit)}, and ` +
        `the lowest that of ${low[0]}, ${formatAmount(low[1], main.unit)}.`,
      `${high[0] === all.toYear ? `The latest year, ${high[0]}, is also the record` : `The record dates from ${high[0]}`}, ` +
        `at ${formatAmount(high[1], main.unit)}; the lowest point is ${low[0]}, at ` +
        `${formatAmount(low[1], main.unit)}.`,
    ]);
  return {
    heading: `${main.label.replace(' (computed)', '')}, ${all.fromYear} to ${all.toYear}`,
    paragraphs: [joinSentences(opening, rate), joinSentences(decade, records)].filter(
      (one) => one !== '',
    ),
    charts: [main.id],
  };
}

/** Peaks, troughs, and how restless the years are. */
export function writeVolatilitySection(
  { key, noun: own, mainSeriesName: counted }: SectionContext,
  main: Series,
): OptionalSection {
  const noun = counted ?? own;
  const spread = calculateVolatility(main.points);
  const { best, worst } = findExtremes(main.points);
  if (spread === undefined || !best || !worst) return undefined;
  const down = calculateYearlyChanges(main.points).filter(({ change }) => change < 0).length;
  const count = calculateYearlyChanges(main.points).length;
  const turns = findTurningPoints(main.points, Math.max(0.05, spread)).slice(-6);
  const kind =
    spread < 0.04
      ? 'a calm series'
      : spread < 0.12
        ? 'a series with ordinary swings'
        : 'a restless series';
  const first = joinSentences(
    chooseVariant(key, 'spread', [
      `${capitalize(noun)}: ${kind}, whose yearly changes scatter by ` +
        `${formatPercent(spread)} around their mean (standard deviation).`,
      `The yearly changes of ${noun} have a standard deviation of ` +
        `${formatPercent(spread)}, which makes it ${kind}.`,
      `Measured by the standard deviation of its yearly changes, ${formatPercent(spread)}, ` +
        `${noun} is ${kind}.`,
    ]),
    chooseVariant(key, 'downs', [
      `In ${down} of ${count} years it went down.`,
      `It fell in ${down} of the ${count} years that can be compared with the one before.`,
      `Of ${count} yearly changes, ${count - down} point up and ${down} down.`,
    ]),
  );
  const second = joinSentences(
    chooseVariant(key, 'best', [
      `The best year was ${best.year}, when it ${describeChange(best.change)}; the worst ` +
        `was ${worst.year}, when it ${describeChange(worst.change)}.`,
      `It ${describeChange(worst.change)} in ${worst.year}, its hardest year, and ` +
        `${describeChange(best.change)} in ${best.year}, its strongest.`,
    ]),
    turns.length > 0 &&
      'Turning points that stand out from the usual scatter are ' +
        `${joinWithAnd(turns.map(({ year, value, kind: turn }) => `the ${turn} of ${year} (${formatAmount(value, main.unit)})`))}.`,
    turns.length === 0 &&
      `No year between ${main.points[0]?.[0]} and ${main.points.at(-1)?.[0]} is a turning ` +
        'point by our rule, which asks for a reversal larger than the usual scatter of ' +
        `${formatPercent(Math.max(0.05, spread))}.`,
  );
  return { heading: 'Turning points and volatility', paragraphs: [first, second], charts: [] };
}

/** Money against volume, or one price against its neighbours. */
export function writeComparisonSections(
  { key, noun }: SectionContext,
  { series }: Figures,
): OptionalSection[] {
  const [main, ...others] = series;
  if (!main) return [];
  const price = others.find(({ measure }) => measure === 'index');
  const real = others.find(({ id }) => id === 'real');
  if (main.measure === 'value' && price && real)
    return [writePricesAndVolumesSection({ key, noun }, main, price, real)];
  return others
    .slice(0, 3)
    .map((other, i) => writeRelatedSeriesSection({ key: `${key}-${i}`, noun }, main, other));
}

function writePricesAndVolumesSection(
  { key, noun }: SectionContext,
  main: Series,
  price: Series,
  real: Series,
): OptionalSection {
  const [m, p, r] = [
    calculateGrowth(main.points),
    calculateGrowth(price.points),
    calculateGrowth(real.points),
  ];
  if (!m || !p || !r) return undefined;
  const five = [
    calculateGrowth(main.points, 5),
    calculateGrowth(price.points, 5),
    calculateGrowth(real.points, 5),
  ] as const;
  const verdict =
    r.annualRate > 0.002
      ? p.annualRate > r.annualRate
        ? 'prices did more of the work than volume'
        : 'volume did more of the work than prices'
      : 'volume did not grow at all, and prices account for the whole of any gain';
  return {
    heading: 'Prices against volumes',
    paragraphs: [
      joinSentences(
        chooseVariant(key, 'nominal', [
          `In dollars ${noun} ${describeChange(m.totalChange)} between ${m.fromYear} and ` +
            `${m.toYear}, while its prices ${describeChange(p.totalChange)}.`,
          `From ${m.fromYear} to ${m.toYear} the dollar value of ${noun} ` +
            `${describeChange(m.totalChange)}; the price index ` +
            `${describeChange(p.totalChange)}.`,
        ]),
        chooseVariant(key, 'real', [
          `Divided by that index, real output ${describeChange(r.totalChange)}, or ` +
            `${r.annualRate < 0 ? 'minus ' : ''}${formatPercent(r.annualRate)} a year, so ` +
            `that ${verdict}.`,
          'What remains after prices are taken out, real output, ' +
            `${describeChange(r.totalChange)} ` +
            `(${r.annualRate < 0 ? 'minus ' : ''}${formatPercent(r.annualRate)} a year): ` +
            `${verdict}.`,
        ]),
      ),
      five[0] && five[1] && five[2]
        ? `In the five years to ${five[0].toYear}, ${noun} ` +
          `${describeChange(five[0].totalChange)} in dollars and ` +
          `${describeChange(five[2].totalChange)} in volume, with prices that ` +
          `${describeChange(five[1].totalChange)}. The quotient of value and price is our ` +
          'own calculation; its level is in dollars of 2017 and stood at ' +
          `${formatAmount(r.lastValue, real.unit)} in ${r.toYear}.`
        : '',
    ].filter((one) => one !== ''),
    charts: [price.id, real.id],
  };
}

function writeRelatedSeriesSection(
  { key, noun }: SectionContext,
  main: Series,
  other: Series,
): OptionalSection {
  const all = calculateGrowth(other.points);
  const name = lowercaseLabel(other.label);
  const year = other.points.at(-1);
  if (!year) return undefined;
  const together = calculateCorrelation(main.points, other.points);
  const { high, low } = findExtremes(other.points);
  const first = all
    ? chooseVariant(key, 'pair', [
        `Beside ${noun} stands the ${name}: ${formatAmount(all.firstValue, other.unit)} in ` +
          `${all.fromYear} and ${formatAmount(all.lastValue, other.unit)} in ${all.toYear}, ` +
          `a change of ${all.annualRate < 0 ? 'minus ' : ''}${formatPercent(all.annualRate)} ` +
          'a year.',
        `The ${name}, which belongs beside ${noun}, ${describeChange(all.totalChange)} ` +
          `between ${all.fromYear} and ${all.toYear}, to ` +
          `${formatAmount(all.lastValue, other.unit)}.`,
        `For ${noun}, the ${name} moved from ${formatAmount(all.firstValue, other.unit)} ` +
          `in ${all.fromYear} to ${formatAmount(all.lastValue, other.unit)} in ${all.toYear}.`,
      ])
    : `The ${name} that goes with ${noun} was ${formatAmount(year[1], other.unit)} in ${year[0]}.`;
  const second = joinSentences(
    together !== undefined &&
      `Its yearly changes and those of the ${lowercaseLabel(main.label)} of ${noun} have a ` +
        `correlation of ${together.toFixed(2)}: ` +
        `${Math.abs(together) < 0.3 ? 'the two hardly move together' : together > 0.7 ? 'the two move closely together' : together > 0 ? 'the two often move the same way' : 'the two tend to move against each other'}.`,
    high &&
      low &&
      high[0] !== low[0] &&
      `Its range reaches from ${formatAmount(low[1], other.unit)} in ${low[0]} to ` +
        `${formatAmount(high[1], other.unit)} in ${high[0]}.`,
  );
  return {
    heading: other.label.replace(' (computed)', ''),
    paragraphs: [joinSentences(first, second)],
    charts: [other.id],
  };
}

/** Who leads, how concentrated it is, who gains and who loses. */
export function writeRankingSection(
  { key, noun: own }: SectionContext,
  ranking: Ranking,
  main: Series,
): OptionalSection {
  const noun = ranking.id === 'peers' ? `the group around ${own}` : own;
  const [first, second, third] = ranking.rows;
  if (!first || !second) return undefined;
  const share = calculateConcentration(ranking);
  const { up, down } = findBiggestMovers(ranking);
  const of = (value: number): string =>
    share && ranking.total ? ` (${formatPercent(value / ranking.total)})` : '';
  const opening = chooseVariant(`${key}${ranking.id}`, 'lead', [
    `${first.name} leads with ${formatAmount(first.value, ranking.unit)}${of(first.value)} ` +
      `in ${ranking.year}, before ${second.name} with ` +
      `${formatAmount(second.value, ranking.unit)}${of(second.value)}${third ? ` and ${third.name} with ${formatAmount(third.value, ranking.unit)}${of(third.value)}` : ''}.`,
    `In ${ranking.year} the first place belongs to ${first.name}, at ` +
      `${formatAmount(first.value, ranking.unit)}${of(first.value)}; ${second.name} follows ` +
      'at ' +
      `${formatAmount(second.value, ranking.unit)}${of(second.value)}${third ? `, then ${third.name} at ${formatAmount(third.value, ranking.unit)}${of(third.value)}` : ''}.`,
  ]);
  const place = ranking.id === 'peers' ? describeRank(own, ranking, main) : undefined;
  const held =
    share &&
    chooseVariant(`${key}${ranking.id}`, 'held', [
      `The first three hold ${formatPercent(share.top3)} of the whole, and the Herfindahl ` +
        `index of those listed is ${share.herfindahl.toFixed(2)}: for ${noun}, ` +
        `${share.herfindahl > 0.25 ? 'highly concentrated' : share.herfindahl > 0.15 ? 'moderately concentrated' : 'widely spread'}.`,
      `With ${formatPercent(share.top3)} in the hands of the first three and a Herfindahl ` +
        `index of ${share.herfindahl.toFixed(2)}, ${noun} is ` +
        `${share.herfindahl > 0.25 ? 'highly concentrated' : share.herfindahl > 0.15 ? 'moderately concentrated' : 'widely spread'}.`,
    ]);
  const since =
    ranking.spanYears && ranking.spanYears > 0 ? ranking.year - ranking.spanYears : undefined;
  const gains =
    since !== undefined &&
    up &&
    joinSentences(
      `Since ${since}, ${up.name} ${up.change >= 0 ? 'gained' : 'changed'} most among ` +
        `those listed: it ${describeChange(up.change)}.`,
      down &&
        down.name !== up.name &&
        `The largest loss is that of ${down.name}, which ${describeChange(down.change)}.`,
      !down && `None of those listed lost ground.`,
    );
  return {
    heading: ranking.label,
    paragraphs: [
      place ? joinSentences(place, opening) : opening,
      joinSentences(held, gains),
      ranking.note
        ? `${ranking.note} For ${noun}, the list of ${lowercaseLabel(ranking.label)} has ` +
          `${ranking.rows.length} entries.`
        : '',
    ].filter((one) => one !== ''),
    charts: [ranking.id],
  };
}

/** Where the subject itself stands among the industries of its group. */
function describeRank(noun: string, { rows, year }: Ranking, main: Series): string {
  const value = main.points.find(([one]) => one === year)?.[1] ?? 0;
  const at = rows.findIndex((row) => row.value === value);
  if (at === -1)
    return (
      `With ${formatAmount(value, main.unit)} in ${year}, ${noun} stands behind the ` +
      `${rows.length} largest industries of its group.`
    );
  return (
    `${capitalize(noun)} takes place ${at + 1} of the ${rows.length} listed for ${year}, ` +
    `with ${formatAmount(value, main.unit)}.`
  );
}

/** The last five years, and our own calculation of the next five. */
export function writeOutlookSection(
  { key, noun: own, mainSeriesName: counted }: SectionContext,
  main: Series,
): AnalysisSection {
  const noun = counted ?? own;
  const five = calculateGrowth(main.points, 5);
  const next = forecastSeries(main.points);
  const recent =
    five &&
    chooseVariant(key, 'recent', [
      `In the five years to ${five.toYear} the ` +
        `${counted ?? `${lowercaseLabel(main.label)} of ${noun}`} ` +
        `${describeChange(five.totalChange)}, from ` +
        `${formatAmount(five.firstValue, main.unit)} to ` +
        `${formatAmount(five.lastValue, main.unit)}.`,
      `${capitalize(noun)} ${describeChange(five.totalChange)} between ${five.fromYear} ` +
        `and ${five.toYear}, which is ` +
        `${five.annualRate < 0 ? 'minus ' : ''}${formatPercent(five.annualRate)} a year.`,
    ]);
  const ahead = next
    ? "Our own calculation, not the source's: continued from " +
      `${next.fittedYears[0]}–${next.fittedYears[1]} with a trend that fades, ${noun} would ` +
      `reach ${formatAmount(next.value, main.unit)} in ${next.year}, ` +
      `${next.annualRate < 0 ? 'minus ' : ''}${formatPercent(next.annualRate)} a year. The ` +
      'band that follows from past scatter (1.28 standard deviations) reaches from ' +
      `${formatAmount(next.low, main.unit)} to ${formatAmount(next.high, main.unit)}.`
    : `We give no forecast for ${noun}: ` +
      `${main.points.length < 12 ? `${main.points.length} yearly values are fewer than the twelve that our method asks for` : 'its yearly changes are too wide for a trend to say anything useful'}. ` +
      `The record to ${main.points.at(-1)?.[0]} is given whole instead.`;
  return {
    heading: 'The last five years and the outlook',
    paragraphs: [recent, ahead].filter((one): one is string => typeof one === 'string'),
    charts: [],
  };
}

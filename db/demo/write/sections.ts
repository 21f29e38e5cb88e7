/** The analysis of one report: each finding in words, with this report's own numbers. */
import {
  changes,
  concentration,
  extremes,
  forecast,
  growth,
  moveTogether,
  movers,
  turningPoints,
  volatility,
} from '#core/catalogue/analysis.ts';
import type { Figures, Ranking, Series } from '#core/catalogue/figures.model.ts';
import type { Section } from '#core/catalogue/text.model.ts';
import { amount, capital, choose, list, percent } from './numbers.ts';

/** `noun` is the subject; `main`, where it is given, says in full what the main series counts ("U.S. production (mines) of copper"). */
type Context = { readonly key: string; readonly noun: string; readonly main?: string | undefined };
type Written = Section | undefined;

const sentences = (...all: (string | undefined | false)[]): string =>
  all.filter((one): one is string => typeof one === 'string' && one !== '').join(' ');
const lower = (label: string): string =>
  (/^[A-Z]{2}|^U\.S\.|^EV/.test(label)
    ? label
    : label.charAt(0).toLowerCase() + label.slice(1)
  ).replace(' (computed)', '');
const moved = (change: number): string =>
  Math.abs(change) < 0.002
    ? 'hardly changed'
    : change > 0
      ? `rose by ${percent(change)}`
      : `fell by ${percent(change)}`;

/** From the first year to the last. */
export function longRun({ key, noun: own, main: counted }: Context, main: Series): Written {
  const noun = counted ?? own;
  const all = growth(main.points);
  if (!all) return undefined;
  const ten = growth(main.points, 10);
  const { high, low } = extremes(main.points);
  const what = counted ?? `${lower(main.label)} of ${noun}`;
  const first = amount(all.first, main.unit);
  const last = amount(all.last, main.unit);
  const opening = choose(key, 'long', [
    `In ${all.from} the ${what} stood at ${first}; in ${all.to} it stood at ${last}.`,
    `The record for ${noun} begins in ${all.from} with ${first} and ends in ${all.to} with ${last}.`,
    `Between ${all.from} and ${all.to} the ${what} went from ${first} to ${last}.`,
    `${capital(what)} came to ${last} in ${all.to}, against ${first} in ${all.from}.`,
    `Anyone who looked at ${noun} in ${all.from} saw ${first}; the figure for ${all.to} is ${last}.`,
  ]);
  const rate = choose(key, 'rate', [
    `That is ${all.rate >= 0 ? 'a growth' : 'a decline'} of ${percent(all.rate)} a year over ${all.to - all.from} years.`,
    `Spread evenly over ${all.to - all.from} years, it ${all.rate >= 0 ? 'grew' : 'shrank'} by ${percent(all.rate)} a year.`,
    `The compound rate behind it is ${all.rate < 0 ? 'minus ' : ''}${percent(all.rate)} a year.`,
  ]);
  const decade =
    ten &&
    sentences(
      choose(key, 'decade', [
        `Over the last ten years, from ${ten.from} to ${ten.to}, ${noun} ${ten.rate >= 0 ? 'gained' : 'lost'} ${percent(ten.rate)} a year.`,
        `The last decade alone (${ten.from} to ${ten.to}) shows ${ten.rate >= 0 ? 'a gain' : 'a loss'} of ${percent(ten.rate)} a year for ${noun}.`,
        `For the ten years to ${ten.to} the yearly rate of ${noun} is ${ten.rate < 0 ? 'minus ' : ''}${percent(ten.rate)}.`,
      ]),
      Math.abs(ten.rate - all.rate) < 0.004
        ? `This is close to the rate of the whole period since ${all.from}.`
        : `That is ${ten.rate > all.rate ? 'faster' : 'slower'} than the whole period since ${all.from}, which averages ${all.rate < 0 ? 'minus ' : ''}${percent(all.rate)}.`,
    );
  const records =
    high &&
    low &&
    choose(key, 'records', [
      `The highest value is that of ${high[0]}, ${amount(high[1], main.unit)}, and the lowest that of ${low[0]}, ${amount(low[1], main.unit)}.`,
      `${high[0] === all.to ? `The latest year, ${high[0]}, is also the record` : `The record dates from ${high[0]}`}, at ${amount(high[1], main.unit)}; the lowest point is ${low[0]}, at ${amount(low[1], main.unit)}.`,
    ]);
  return {
    heading: `${main.label.replace(' (computed)', '')}, ${all.from} to ${all.to}`,
    paragraphs: [sentences(opening, rate), sentences(decade, records)].filter((one) => one !== ''),
    charts: [main.id],
  };
}

/** Peaks, troughs, and how restless the years are. */
export function restlessness({ key, noun: own, main: counted }: Context, main: Series): Written {
  const noun = counted ?? own;
  const spread = volatility(main.points);
  const { best, worst } = extremes(main.points);
  if (spread === undefined || !best || !worst) return undefined;
  const down = changes(main.points).filter(({ change }) => change < 0).length;
  const count = changes(main.points).length;
  const turns = turningPoints(main.points, Math.max(0.05, spread)).slice(-6);
  const kind =
    spread < 0.04
      ? 'a calm series'
      : spread < 0.12
        ? 'a series with ordinary swings'
        : 'a restless series';
  const first = sentences(
    choose(key, 'spread', [
      `${capital(noun)}: ${kind}, whose yearly changes scatter by ${percent(spread)} around their mean (standard deviation).`,
      `The yearly changes of ${noun} have a standard deviation of ${percent(spread)}, which makes it ${kind}.`,
      `Measured by the standard deviation of its yearly changes, ${percent(spread)}, ${noun} is ${kind}.`,
    ]),
    choose(key, 'downs', [
      `In ${down} of ${count} years it went down.`,
      `It fell in ${down} of the ${count} years that can be compared with the one before.`,
      `Of ${count} yearly changes, ${count - down} point up and ${down} down.`,
    ]),
  );
  const second = sentences(
    choose(key, 'best', [
      `The best year was ${best.year}, when it ${moved(best.change)}; the worst was ${worst.year}, when it ${moved(worst.change)}.`,
      `It ${moved(worst.change)} in ${worst.year}, its hardest year, and ${moved(best.change)} in ${best.year}, its strongest.`,
    ]),
    turns.length > 0 &&
      `Turning points that stand out from the usual scatter are ${list(turns.map(({ year, value, kind: turn }) => `the ${turn} of ${year} (${amount(value, main.unit)})`))}.`,
    turns.length === 0 &&
      `No year between ${main.points[0]?.[0]} and ${main.points.at(-1)?.[0]} is a turning point by our rule, which asks for a reversal larger than the usual scatter of ${percent(Math.max(0.05, spread))}.`,
  );
  return { heading: 'Turning points and volatility', paragraphs: [first, second], charts: [] };
}

/** Money against volume, or one price against its neighbours. */
export function compared({ key, noun }: Context, { series }: Figures): Written[] {
  const [main, ...others] = series;
  if (!main) return [];
  const price = others.find(({ measure }) => measure === 'index');
  const real = others.find(({ id }) => id === 'real');
  if (main.measure === 'value' && price && real)
    return [nominalAndReal({ key, noun }, main, price, real)];
  return others.slice(0, 3).map((other, i) => pair({ key: `${key}-${i}`, noun }, main, other));
}

function nominalAndReal(
  { key, noun }: Context,
  main: Series,
  price: Series,
  real: Series,
): Written {
  const [m, p, r] = [growth(main.points), growth(price.points), growth(real.points)];
  if (!m || !p || !r) return undefined;
  const five = [growth(main.points, 5), growth(price.points, 5), growth(real.points, 5)] as const;
  const verdict =
    r.rate > 0.002
      ? p.rate > r.rate
        ? 'prices did more of the work than volume'
        : 'volume did more of the work than prices'
      : 'volume did not grow at all, and prices account for the whole of any gain';
  return {
    heading: 'Prices against volumes',
    paragraphs: [
      sentences(
        choose(key, 'nominal', [
          `In dollars ${noun} ${moved(m.change)} between ${m.from} and ${m.to}, while its prices ${moved(p.change)}.`,
          `From ${m.from} to ${m.to} the dollar value of ${noun} ${moved(m.change)}; the price index ${moved(p.change)}.`,
        ]),
        choose(key, 'real', [
          `Divided by that index, real output ${moved(r.change)}, or ${r.rate < 0 ? 'minus ' : ''}${percent(r.rate)} a year, so that ${verdict}.`,
          `What remains after prices are taken out, real output, ${moved(r.change)} (${r.rate < 0 ? 'minus ' : ''}${percent(r.rate)} a year): ${verdict}.`,
        ]),
      ),
      five[0] && five[1] && five[2]
        ? `In the five years to ${five[0].to}, ${noun} ${moved(five[0].change)} in dollars and ${moved(five[2].change)} in volume, with prices that ${moved(five[1].change)}. The quotient of value and price is our own calculation; its level is in dollars of 2017 and stood at ${amount(r.last, real.unit)} in ${r.to}.`
        : '',
    ].filter((one) => one !== ''),
    charts: [price.id, real.id],
  };
}

function pair({ key, noun }: Context, main: Series, other: Series): Written {
  const all = growth(other.points);
  const name = lower(other.label);
  const year = other.points.at(-1);
  if (!year) return undefined;
  const together = moveTogether(main.points, other.points);
  const { high, low } = extremes(other.points);
  const first = all
    ? choose(key, 'pair', [
        `Beside ${noun} stands the ${name}: ${amount(all.first, other.unit)} in ${all.from} and ${amount(all.last, other.unit)} in ${all.to}, a change of ${all.rate < 0 ? 'minus ' : ''}${percent(all.rate)} a year.`,
        `The ${name}, which belongs beside ${noun}, ${moved(all.change)} between ${all.from} and ${all.to}, to ${amount(all.last, other.unit)}.`,
        `For ${noun}, the ${name} moved from ${amount(all.first, other.unit)} in ${all.from} to ${amount(all.last, other.unit)} in ${all.to}.`,
      ])
    : `The ${name} that goes with ${noun} was ${amount(year[1], other.unit)} in ${year[0]}.`;
  const second = sentences(
    together !== undefined &&
      `Its yearly changes and those of the ${lower(main.label)} of ${noun} have a correlation of ${together.toFixed(2)}: ${Math.abs(together) < 0.3 ? 'the two hardly move together' : together > 0.7 ? 'the two move closely together' : together > 0 ? 'the two often move the same way' : 'the two tend to move against each other'}.`,
    high &&
      low &&
      high[0] !== low[0] &&
      `Its range reaches from ${amount(low[1], other.unit)} in ${low[0]} to ${amount(high[1], other.unit)} in ${high[0]}.`,
  );
  return {
    heading: other.label.replace(' (computed)', ''),
    paragraphs: [sentences(first, second)],
    charts: [other.id],
  };
}

/** Who leads, how concentrated it is, who gains and who loses. */
export function ranked({ key, noun: own }: Context, ranking: Ranking, main: Series): Written {
  const noun = ranking.id === 'peers' ? `the group around ${own}` : own;
  const [first, second, third] = ranking.rows;
  if (!first || !second) return undefined;
  const share = concentration(ranking);
  const { up, down } = movers(ranking);
  const of = (value: number): string =>
    share && ranking.total ? ` (${percent(value / ranking.total)})` : '';
  const opening = choose(`${key}${ranking.id}`, 'lead', [
    `${first.name} leads with ${amount(first.value, ranking.unit)}${of(first.value)} in ${ranking.year}, before ${second.name} with ${amount(second.value, ranking.unit)}${of(second.value)}${third ? ` and ${third.name} with ${amount(third.value, ranking.unit)}${of(third.value)}` : ''}.`,
    `In ${ranking.year} the first place belongs to ${first.name}, at ${amount(first.value, ranking.unit)}${of(first.value)}; ${second.name} follows at ${amount(second.value, ranking.unit)}${of(second.value)}${third ? `, then ${third.name} at ${amount(third.value, ranking.unit)}${of(third.value)}` : ''}.`,
  ]);
  const place = ranking.id === 'peers' ? placeOf(own, ranking, main) : undefined;
  const held =
    share &&
    choose(`${key}${ranking.id}`, 'held', [
      `The first three hold ${percent(share.top3)} of the whole, and the Herfindahl index of those listed is ${share.herfindahl.toFixed(2)}: for ${noun}, ${share.herfindahl > 0.25 ? 'highly concentrated' : share.herfindahl > 0.15 ? 'moderately concentrated' : 'widely spread'}.`,
      `With ${percent(share.top3)} in the hands of the first three and a Herfindahl index of ${share.herfindahl.toFixed(2)}, ${noun} is ${share.herfindahl > 0.25 ? 'highly concentrated' : share.herfindahl > 0.15 ? 'moderately concentrated' : 'widely spread'}.`,
    ]);
  const since =
    ranking.spanYears && ranking.spanYears > 0 ? ranking.year - ranking.spanYears : undefined;
  const gains =
    since !== undefined &&
    up &&
    sentences(
      `Since ${since}, ${up.name} ${up.change >= 0 ? 'gained' : 'changed'} most among those listed: it ${moved(up.change)}.`,
      down &&
        down.name !== up.name &&
        `The largest loss is that of ${down.name}, which ${moved(down.change)}.`,
      !down && `None of those listed lost ground.`,
    );
  return {
    heading: ranking.label,
    paragraphs: [
      place ? sentences(place, opening) : opening,
      sentences(held, gains),
      ranking.note
        ? `${ranking.note} For ${noun}, the list of ${lower(ranking.label)} has ${ranking.rows.length} entries.`
        : '',
    ].filter((one) => one !== ''),
    charts: [ranking.id],
  };
}

/** Where the subject itself stands among the industries of its group. */
function placeOf(noun: string, { rows, year }: Ranking, main: Series): string {
  const value = main.points.find(([one]) => one === year)?.[1] ?? 0;
  const at = rows.findIndex((row) => row.value === value);
  if (at === -1)
    return `With ${amount(value, main.unit)} in ${year}, ${noun} stands behind the ${rows.length} largest industries of its group.`;
  return `${capital(noun)} takes place ${at + 1} of the ${rows.length} listed for ${year}, with ${amount(value, main.unit)}.`;
}

/** The last five years, and our own calculation of the next five. */
export function outlook({ key, noun: own, main: counted }: Context, main: Series): Section {
  const noun = counted ?? own;
  const five = growth(main.points, 5);
  const next = forecast(main.points);
  const recent =
    five &&
    choose(key, 'recent', [
      `In the five years to ${five.to} the ${counted ?? `${lower(main.label)} of ${noun}`} ${moved(five.change)}, from ${amount(five.first, main.unit)} to ${amount(five.last, main.unit)}.`,
      `${capital(noun)} ${moved(five.change)} between ${five.from} and ${five.to}, which is ${five.rate < 0 ? 'minus ' : ''}${percent(five.rate)} a year.`,
    ]);
  const ahead = next
    ? `Our own calculation, not the source's: continued from ${next.fitted[0]}–${next.fitted[1]} with a trend that fades, ${noun} would reach ${amount(next.value, main.unit)} in ${next.year}, ${next.rate < 0 ? 'minus ' : ''}${percent(next.rate)} a year. The band that follows from past scatter (1.28 standard deviations) reaches from ${amount(next.low, main.unit)} to ${amount(next.high, main.unit)}.`
    : `We give no forecast for ${noun}: ${main.points.length < 12 ? `${main.points.length} yearly values are fewer than the twelve that our method asks for` : 'its yearly changes are too wide for a trend to say anything useful'}. The record to ${main.points.at(-1)?.[0]} is given whole instead.`;
  return {
    heading: 'The last five years and the outlook',
    paragraphs: [recent, ahead].filter((one): one is string => typeof one === 'string'),
    charts: [],
  };
}

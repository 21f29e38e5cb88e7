import type { Figures, Ranking, Series } from '#core/catalogue/figures/figures.model.ts';
import type { AnalysisSection } from './demo-text.ts';
import { describeChange, joinSentences, keepTexts } from './analysis/wording.ts';
import { formatAmount, formatPercent, formatShareOf, joinWithAnd } from './format-numbers.ts';
import {
  calculateImportShare,
  findMarket,
  findRowValue,
  findWorldSeries,
  minImportShare,
  type Market,
} from './main-series.ts';

/**
 * Writes the sections before a report's trends: the market of 2017 of an American product, the
 * world of a mineral, and the whole spending on a medicine whose yearly series leave a form out.
 */
export function writeOpeningSections(noun: string, figures: Figures): AnalysisSection[] {
  const market = findMarket(figures);
  const world = findWorldSeries(figures);
  const output = figures.series[0];
  if (market && output) return [writeMarketSection(noun, market, output)];
  if (world) return [writeWorldSection(world, figures.rankings)];
  return writeWholeSpendingSections(noun, figures);
}

/** The sections about the world's countries stand before those of the United States. */
export function placeWorldFirst(
  figures: Figures,
  sections: readonly AnalysisSection[],
): readonly AnalysisSection[] {
  if (!findWorldSeries(figures)) return sections;
  const isWorld = ({ charts }: AnalysisSection): boolean =>
    figures.rankings.some(({ id }) => charts.includes(id));
  return [...sections.filter(isWorld), ...sections.filter((section) => !isWorld(section))];
}

function writeMarketSection(noun: string, market: Market, output: Series): AnalysisSection {
  const { year } = market.market;
  return {
    heading: `Market size, imports and buyers, ${year}`,
    paragraphs: keepTexts([
      joinSentences(describeMarketSize(noun, market), describeImports(market)),
      joinSentences(describeBuyers(market.market), describeIndustry(noun, market, output)),
    ]),
    charts: [market.market.id, market.supply.id],
  };
}

function describeMarketSize(noun: string, { market, supply }: Market): string {
  const format = (value: number): string => formatAmount(value, market.unit);
  const size = market.total ?? 0;
  const output = findRowValue(supply, 'Domestic output');
  const imports = findRowValue(supply, 'Imports');
  const exports = (supply.total ?? 0) - size;
  const markup = (supply.total ?? 0) - output - imports;
  const parts = [
    `output of ${format(output)}`,
    ...(imports > 0 ? [`imports of ${format(imports)}`] : []),
    ...(markup > 0 ? [`${format(markup)} of trade margins, transport and taxes`] : []),
  ];
  const deductions = [
    ...(markup < -size * 0.005 ? [`${format(-markup)} of adjustments in the tables`] : []),
    ...(exports > 0 ? [`exports of ${format(exports)}`] : []),
  ];
  return (
    `Buyers in the United States took ${format(size)} of the products of ${noun} in ` +
    `${market.year}, at the prices that they paid: ${joinWithAnd(parts)}` +
    `${deductions.length > 0 ? `, less ${joinWithAnd(deductions)}` : ''}.`
  );
}

function describeImports(market: Market): string {
  const share = calculateImportShare(market);
  if (share < minImportShare) return 'The tables show next to no imports.';
  return (
    `Imports were ${formatPercent(share)} of output and imports together, before margins` +
    `${share > 0.5 ? ': more came from abroad than was made in the country' : ''}.`
  );
}

/**
 * The three largest buyers and their shares of what was bought. If inventories fell, that is
 * more than the market, which is what was supplied in the year.
 */
function describeBuyers({ rows, total, unit }: Ranking): string | undefined {
  if (!total) return undefined;
  const fromInventories = rows.reduce((sum, { value }) => sum + value, 0) - total;
  const bought = total + Math.max(0, fromInventories);
  const shares = rows
    .slice(0, 3)
    .filter(({ value }) => value / bought >= 0.005)
    .map(({ name, value }) => `${name.toLowerCase()} ${formatShareOf(value, bought)}`);
  const remark =
    fromInventories > total * 0.005
      ? `; ${formatAmount(fromInventories, unit)} of it came out of inventories`
      : '';
  return `By buyer: ${joinWithAnd(shares)}${remark}.`;
}

/** How the product of the tables compares with the industry of the yearly series. */
function describeIndustry(noun: string, { supply }: Market, output: Series): string {
  const productOutput = findRowValue(supply, 'Domestic output');
  const industryOutput = output.points.find(([year]) => year === supply.year)?.[1] ?? 0;
  const format = (value: number): string => formatAmount(value, supply.unit);
  return joinSentences(
    `These tables count the product, whoever makes it: ${format(productOutput)} of output, ` +
      `against ${format(industryOutput)} of all that the industry sold in ${supply.year}.`,
    `For ${noun} the market size exists for ${supply.year} alone; the yearly series below are ` +
      "output, at producers' prices.",
  );
}

function writeWorldSection(world: Series, rankings: readonly Ranking[]): AnalysisSection {
  const production = rankings.find(({ id }) => id.startsWith('production-'));
  const reserves = rankings.find(({ id }) => id.startsWith('reserves-'));
  return {
    heading: `${world.label}, and reserves`.replace(reserves ? '' : ', and reserves', ''),
    paragraphs: keepTexts([
      joinSentences(describeWorld(world), production && describeUnitedStates(production)),
      reserves && describeReserves(world, reserves),
    ]),
    // Two years are no chart; the countries' own chart follows.
    charts: [],
  };
}

function describeWorld({ label, unit, points }: Series): string {
  const [latest, before] = [points.at(-1), points.at(-2)];
  if (!latest) return '';
  const change = before
    ? `; it ${describeChange(latest[1] / before[1] - 1)} from ${formatAmount(before[1], unit)} ` +
      `in ${before[0]}`
    : '';
  return (
    `${label.replace(/, (.*)$/, ' ($1)')} came to ${formatAmount(latest[1], unit)} in ` +
    `${latest[0]}, by the estimate of the U.S. Geological Survey${change}.`
  );
}

/** Nothing if the country is not listed: the Survey withholds it, or it is not of the largest. */
function describeUnitedStates({ rows, total, unit, year }: Ranking): string | undefined {
  const own = rows.find(({ name }) => name === 'United States');
  if (!own) return undefined;
  const share = total ? ` or ${formatPercent(own.value / total)} of the world` : '';
  return `The United States produced ${formatAmount(own.value, unit)}${share} in ${year}.`;
}

const unitTonnes: Readonly<Record<string, number>> = {
  kilograms: 0.001,
  tonnes: 1,
  'thousand tonnes': 1e3,
  'million tonnes': 1e6,
};

/** The world's reserves; in years of production if both count one good of all countries. */
function describeReserves(world: Series, reserves: Ranking): string | undefined {
  const { total, unit, label } = reserves;
  const [latest] = world.points.slice(-1);
  if (total === undefined || !latest) return undefined;
  const isSameGood = label.split('country, ')[1] === world.label.split('production, ')[1];
  const years = (total * (unitTonnes[unit] ?? NaN)) / (latest[1] * (unitTonnes[world.unit] ?? NaN));
  return (
    `${label.replace(' by country', '').replace(/, (.*)$/, ' ($1)')} are ` +
    formatAmount(total, unit) +
    (isSameGood && Number.isFinite(years)
      ? `, ${Math.round(years).toLocaleString('en-US')} years of production at the rate of ` +
        `${latest[0]}.`
      : '.')
  );
}

function writeWholeSpendingSections(noun: string, figures: Figures): AnalysisSection[] {
  const omission = /without [^(]*[^ (]/.exec(figures.series[0]?.label ?? '')?.[0];
  const spending = figures.rankings.find(({ id }) => id === 'forms');
  const claims = figures.rankings.find(({ id }) => id === 'claims-by-form');
  if (!omission || !spending?.total || !claims?.total) return [];
  const forms = spending.rows.map(
    ({ name, value }) => `${name} ${formatAmount(value, spending.unit)}`,
  );
  return [
    {
      heading: `Spending in ${spending.year}, all forms`,
      paragraphs: [
        `Gross spending on ${noun} came to ${formatAmount(spending.total, spending.unit)} in ` +
          `${spending.year}, over ${claims.total.toLocaleString('en-US')} claims: ` +
          `${joinWithAnd(forms)}. The source lists all forms for that year only, so that the ` +
          `yearly series of ${noun} are ${omission}.`,
      ],
      charts: [spending.id],
    },
  ];
}

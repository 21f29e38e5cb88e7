import type { Figures, Ranking, Series } from '#core/catalogue/figures/figures.model.ts';
import type { KeyFigure } from './demo-text.ts';
import { calculateGrowth, calculateVolatility } from '#core/catalogue/figures/statistics.ts';
import { selectComparable } from './analysis/ranking.ts';
import { formatYear, lowercaseLabel, removeComputedMark } from './analysis/wording.ts';
import { joinWithAnd, formatAmount, formatGrowth, formatPercent } from './format-numbers.ts';
import {
  calculateImportShare,
  findMarket,
  findWorldSeries,
  listActualPoints,
  minImportShare,
  pickTrendFigures,
  type Market,
} from './main-series.ts';

type OptionalKeyFigure = KeyFigure | undefined;

/**
 * At most six, all of them of the subject itself: the market, the world or the whole first, then
 * the trend. A value that the source projects is none of them.
 */
export function pickKeyFigures(figures: Figures): KeyFigure[] {
  const { series, rankings } = pickTrendFigures(figures);
  const [main, second, third] = series;
  return [
    ...pickOpening(figures),
    main && !isPart(main) && pickLatestValue(main),
    main && pickGrowth(main),
    second && !isPart(second) && pickLatestValue(second),
    third && !isPart(third) && pickLatestValue(third),
    rankings[0] && pickLeader(rankings[0]),
    main && pickVolatility(main),
  ]
    .filter((keyFigure): keyFigure is KeyFigure => typeof keyFigure === 'object')
    .slice(0, 6)
    .map((keyFigure) => ({ ...keyFigure, years: nameYears(figures.key, keyFigure.years) }));
}

/** "2015/16–2025/26" of "2015–2025", if the source counts by marketing years. */
const nameYears = (key: string, years: string): string =>
  years.replaceAll(/\d{4}/g, (year) => formatYear(key, Number(year)));

/** A part of the whole, whose total is in the opening: "Claims, without Enbrel Sureclick". */
const isPart = ({ label }: Series): boolean => label.includes(', without ');

function pickOpening(figures: Figures): OptionalKeyFigure[] {
  const market = findMarket(figures);
  const world = findWorldSeries(figures);
  if (market)
    return [pickTotal(market.market, "Market size, at purchasers' prices"), pickImports(market)];
  if (world) return pickMineralOpening(figures, world);
  return figures.series.some(isPart) ? pickWholeSpending(figures.rankings) : [];
}

/** Undefined if the tables show next to none. */
function pickImports(market: Market): OptionalKeyFigure {
  const { year, source } = market.supply;
  const share = calculateImportShare(market);
  if (share < minImportShare) return undefined;
  const value = `${formatPercent(share)} of output and imports`;
  return { label: 'Imports', value, years: String(year), source, computed: true };
}

/** World production, its leader, reserves, and what the United States import and pay. */
function pickMineralOpening({ series, rankings }: Figures, world: Series): OptionalKeyFigure[] {
  const reserves = rankings.find(({ id }) => id.startsWith('reserves-'));
  const price = series.find(({ measure }) => measure === 'price');
  const reliance = series.find(({ measure }) => measure === 'share');
  return [
    pickLatestValue(world),
    pickGrowth(world),
    rankings[0] && pickLeader(rankings[0]),
    reserves && pickTotal(reserves, reserves.label.replace(' by country', '')),
    reliance && pickLatestValue(reliance, `U.S. ${lowercaseLabel(reliance.label)}`),
    price && pickLatestValue(price),
  ];
}

/** Spending and claims over all forms of a medicine, if its yearly series leave one out. */
const pickWholeSpending = (rankings: readonly Ranking[]): OptionalKeyFigure[] =>
  ['forms', 'claims-by-form'].map((id) => {
    const ranking = rankings.find((listed) => listed.id === id);
    return ranking && pickTotal(ranking, ranking.label.replace(/ by .*$/, ', all forms'));
  });

/** Undefined for a ranking without a total. A market is our sum, other totals are the source's. */
function pickTotal({ id, total, unit, year, source }: Ranking, label: string): OptionalKeyFigure {
  if (total === undefined) return undefined;
  const value = formatAmount(total, unit);
  return { label, value, years: String(year), source, computed: id === 'market' };
}

function pickLatestValue(series: Series, name = series.label): OptionalKeyFigure {
  const { label, place, estimatedFrom } = series;
  const latest = listActualPoints(series).at(-1);
  if (!latest) return undefined;
  const [year, value] = latest;
  const isWorldUnnamed = place === 'World' && !label.includes('World');
  const isEstimate = estimatedFrom !== undefined && year >= estimatedFrom;
  return {
    label: `${removeComputedMark(name)}${isWorldUnnamed ? ', world' : ''}`,
    value: formatAmount(value, series.unit),
    years: `${year}${isEstimate ? " (source's estimate)" : ''}`,
    source: series.source,
    computed: label.includes('computed'),
  };
}

/** Of the last ten years, or of the whole series if it has no value ten years back. */
function pickGrowth(series: Series): OptionalKeyFigure {
  const points = listActualPoints(series);
  const growth = calculateGrowth(points, 10) ?? calculateGrowth(points);
  if (!growth) return undefined;
  return {
    label: `Growth of ${lowercaseLabel(series.label)}`,
    value: formatGrowth(growth),
    years: `${growth.fromYear}–${growth.toYear}`,
    source: series.source,
    computed: true,
  };
}

function pickVolatility(series: Series): OptionalKeyFigure {
  const points = listActualPoints(series);
  const volatility = calculateVolatility(points);
  if (volatility === undefined) return undefined;
  return {
    label: `Volatility of ${lowercaseLabel(series.label)}`,
    value: `±${formatPercent(volatility)}`,
    years: `${points[0]?.[0]}–${points.at(-1)?.[0]}`,
    source: series.source,
    computed: true,
  };
}

/**
 * The leader with its value and share, of those that sentences compare. Undefined for a list of
 * neighbours, which is of others.
 */
function pickLeader(ranking: Ranking): OptionalKeyFigure {
  const { id, label, unit, year, total, source } = ranking;
  const { compared, outliers } = selectComparable(ranking);
  const [leader] = compared.rows;
  if (!leader || id === 'peers') return undefined;
  const names = outliers.map(({ name }) => name);
  const without = names.length > 0 ? `, without ${joinWithAnd(names)}` : '';
  const share = total ? `, ${formatPercent(leader.value / total)}` : '';
  return {
    label: `First in ${lowercaseLabel(label.replace(' by country', ''))}`,
    value: `${leader.name}, ${formatAmount(leader.value, unit)}${share}${without}`,
    years: String(year),
    source,
    computed: total !== undefined,
  };
}

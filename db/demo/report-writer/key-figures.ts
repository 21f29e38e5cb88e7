import type { Figures, Ranking, Series } from '#core/catalogue/figures.model.ts';
import type { KeyFigure } from '#core/catalogue/report-text.model.ts';
import { calculateGrowth, calculateVolatility } from '#core/catalogue/statistics.ts';
import { removeComputedMark } from './analysis/wording.ts';
import { formatAmount, formatPercent, formatYearlyRate } from './format-numbers.ts';

/**
 * At most six: the main series with its growth and volatility, the latest values of two more series
 * and the leader of the first ranking.
 */
export function pickKeyFigures({ series, rankings }: Figures): KeyFigure[] {
  const [main, second, third] = series;
  return [
    main && pickLatestValue(main),
    main && pickGrowth(main),
    main && pickVolatility(main),
    second && pickLatestValue(second),
    third && pickLatestValue(third),
    rankings[0] && pickLeader(rankings[0]),
  ].filter((keyFigure) => keyFigure !== undefined);
}

function pickLatestValue(series: Series): KeyFigure | undefined {
  const { label, place, estimatedFrom } = series;
  const latest = series.points.at(-1);
  if (!latest) return undefined;
  const [year, value] = latest;
  const isWorldUnnamed = place === 'World' && !label.includes('World');
  const isEstimate = estimatedFrom !== undefined && year >= estimatedFrom;
  return {
    label: `${removeComputedMark(label)}${isWorldUnnamed ? ', world' : ''}`,
    value: formatAmount(value, series.unit),
    years: `${year}${isEstimate ? " (source's estimate)" : ''}`,
    source: series.source,
    computed: label.includes('computed'),
  };
}

/** Of the last ten years, or of the whole series where it has no value ten years back. */
function pickGrowth({ points, source }: Series): KeyFigure | undefined {
  const growth = calculateGrowth(points, 10) ?? calculateGrowth(points);
  if (!growth) return undefined;
  return {
    label: 'Growth',
    value: formatYearlyRate(growth.annualRate),
    years: `${growth.fromYear}–${growth.toYear}`,
    source,
    computed: true,
  };
}

function pickVolatility({ points, source }: Series): KeyFigure | undefined {
  const volatility = calculateVolatility(points);
  if (volatility === undefined) return undefined;
  return {
    label: 'Volatility',
    value: `±${formatPercent(volatility)}`,
    years: `${points[0]?.[0]}–${points.at(-1)?.[0]}`,
    source,
    computed: true,
  };
}

function pickLeader({ id, rows, year, source }: Ranking): KeyFigure | undefined {
  const [leader] = rows;
  if (!leader) return undefined;
  return {
    label: id === 'peers' ? 'Largest of its group' : 'First in the ranking',
    value: leader.name,
    years: String(year),
    source,
    computed: false,
  };
}

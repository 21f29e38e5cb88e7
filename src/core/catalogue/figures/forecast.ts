/** Our own five-year projection of a yearly series, tested on the series' own past. */
import type { ForecastYear, Series } from './figures.model.ts';
import { removeProjections } from './projections.model.ts';

type Points = Series['points'];

/** How the method did in the past of the same series, without knowledge of what came after. */
export type Backtest = {
  /** The years that were taken for the last known one. */
  readonly originYears: readonly [from: number, to: number];
  readonly origins: number;
  /** Share of the actual values within a band that was made from the other origins' errors. */
  readonly covered: number;
  /** Typical distance of the forecast from the actual value, 0.05 = 5 %. */
  readonly meanError: number;
  /** The same for the forecast that nothing changes. */
  readonly noChangeError: number;
};

/** `year`, `value`, `low` and `high` are those of the last year; `yearly` has all five. */
export type Forecast = ForecastYear & {
  readonly yearly: readonly ForecastYear[];
  readonly annualRate: number;
  readonly fittedYears: readonly [from: number, to: number];
  readonly backtest: Backtest;
};

/**
 * Why a series has no forecast: a value without a logarithm, too few years, a band too wide to use,
 * or worse than no change.
 */
export type NoForecast = {
  readonly reason: 'not-positive' | 'too-short' | 'too-wide' | 'no-better';
  readonly backtest?: Backtest;
};

const yearsAhead = 5;
const minFittedYears = 12;
const maxFittedYears = 15;
const minOrigins = 5;
const dampingFactor = 0.85;
const bandShare = 0.8;

/** A band that reaches beyond twice the value says nothing that a reader could use. */
const maxBandWidth = Math.log(2);

type Trend = {
  readonly lastYear: number;
  readonly lastLog: number;
  readonly firstYear: number;
  /** Of the logarithms, per year. */
  readonly slope: number;
};

/**
 * The least-squares slope of the logarithms of the last fifteen years, twelve at least. Undefined
 * for a shorter series or values that are not positive.
 */
function fitTrend(points: Points): Trend | undefined {
  const used = points.slice(-maxFittedYears);
  const [first, last] = [used[0], used.at(-1)];
  if (!first || !last || used.length < minFittedYears || used.some(([, value]) => value <= 0))
    return undefined;
  const meanYear = used.reduce((sum, [year]) => sum + year, 0) / used.length;
  const meanLog = used.reduce((sum, [, value]) => sum + Math.log(value), 0) / used.length;
  const covariance = used.reduce(
    (sum, [year, value]) => sum + (year - meanYear) * (Math.log(value) - meanLog),
    0,
  );
  const variance = used.reduce((sum, [year]) => sum + (year - meanYear) ** 2, 0);
  return {
    lastYear: last[0],
    lastLog: Math.log(last[1]),
    firstYear: first[0],
    slope: covariance / variance,
  };
}

/**
 * The logarithm `steps` years after the last: the slope is damped to 0.85 of itself each year
 * (Gardner and McKenzie, Forecasting trends in time series, Management Science 31, 1985).
 */
function projectLog({ lastLog, slope }: Trend, steps: number): number {
  let log = lastLog;
  for (let step = 1; step <= steps; step++) log += slope * dampingFactor ** step;
  return log;
}

/** One comparison with the past; errors are differences of logarithms. */
type Trial = {
  readonly origin: number;
  readonly steps: number;
  readonly error: number;
  readonly noChangeError: number;
};

/** Rolling origins: each year with enough years before it and five years after it. */
function runTrials(points: Points): Trial[] {
  const logs = new Map(points.map(([year, value]) => [year, Math.log(value)]));
  return points.flatMap(([origin], index): Trial[] => {
    const trend = logs.has(origin + yearsAhead) && fitTrend(points.slice(0, index + 1));
    if (!trend) return [];
    return [1, 2, 3, 4, 5].flatMap((steps): Trial[] => {
      const actual = logs.get(origin + steps);
      if (actual === undefined) return [];
      const error = actual - projectLog(trend, steps);
      return [{ origin, steps, error, noChangeError: actual - trend.lastLog }];
    });
  });
}

/**
 * The half-width of the band one year ahead that held in 80 % of the trials; it grows with the root
 * of the years. The rank is that of split conformal prediction (Vovk, Gammerman and Shafer,
 * Algorithmic Learning in a Random World, 2005): the ⌈0.8 (n + 1)⌉th smallest of n.
 */
export function calibrateBand(trials: readonly { steps: number; error: number }[]): number {
  const scaled = trials
    .map(({ steps, error }) => Math.abs(error) / Math.sqrt(steps))
    .toSorted((a, b) => a - b);
  const rank = Math.min(scaled.length, Math.ceil(bandShare * (scaled.length + 1)));
  return scaled[rank - 1] ?? 0;
}

function summarizeTrials(trials: readonly Trial[], origins: readonly number[]): Backtest {
  const inside = origins.flatMap((origin) => {
    const width = calibrateBand(trials.filter((trial) => trial.origin !== origin));
    return trials.filter(
      (trial) => trial.origin === origin && Math.abs(trial.error) <= width * Math.sqrt(trial.steps),
    );
  });
  const averageOf = (key: 'error' | 'noChangeError'): number =>
    Math.exp(trials.reduce((sum, trial) => sum + Math.abs(trial[key]), 0) / trials.length) - 1;
  return {
    originYears: [origins[0] ?? 0, origins.at(-1) ?? 0],
    origins: origins.length,
    covered: inside.length / trials.length,
    meanError: averageOf('error'),
    noChangeError: averageOf('noChangeError'),
  };
}

/**
 * The damped trend of the last fifteen years, continued for five years from the last value, with a
 * band calibrated on the series' own past; or why there is none. `points` end with the last actual
 * year: a source's projections are left out by the caller.
 */
export function tryForecast(points: Points): Forecast | NoForecast {
  if (points.some(([, value]) => value <= 0)) return { reason: 'not-positive' };
  const [trend, trials] = [fitTrend(points), runTrials(points)];
  const origins = [...new Set(trials.map(({ origin }) => origin))];
  if (!trend || origins.length < minOrigins) return { reason: 'too-short' };
  const backtest = summarizeTrials(trials, origins);
  if (backtest.meanError >= backtest.noChangeError) return { reason: 'no-better', backtest };
  const width = calibrateBand(trials);
  if (width * Math.sqrt(yearsAhead) > maxBandWidth) return { reason: 'too-wide', backtest };
  const yearly = [1, 2, 3, 4].map((steps) => projectYear(trend, steps, width));
  const final = projectYear(trend, yearsAhead, width);
  return {
    ...final,
    yearly: [...yearly, final],
    annualRate: (final.value / Math.exp(trend.lastLog)) ** (1 / yearsAhead) - 1,
    fittedYears: [trend.firstYear, trend.lastYear],
    backtest,
  };
}

function projectYear(trend: Trend, steps: number, width: number): ForecastYear {
  const log = projectLog(trend, steps);
  const reach = width * Math.sqrt(steps);
  return {
    year: trend.lastYear + steps,
    value: Math.exp(log),
    low: Math.exp(log - reach),
    high: Math.exp(log + reach),
  };
}

/** The forecast of a series, or undefined if there is none to print. */
export function forecastSeries(points: Points): Forecast | undefined {
  const result = tryForecast(points);
  return 'reason' in result ? undefined : result;
}

/** Fewer values than these are an opening figure, not the series that a report follows. */
const minTrendYears = 3;

/** The forecast that the report's outlook prints: that of its first series with a trend. */
export function forecastMainSeries(
  series: readonly Series[],
): { readonly main: Series; readonly forecast: Forecast } | undefined {
  const main = series.find(({ points }) => points.length >= minTrendYears);
  const forecast = main && forecastSeries(removeProjections(main).points);
  return main && forecast && { main, forecast };
}

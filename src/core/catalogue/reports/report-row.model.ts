/** A report as a row of a list: trend or leaders, newest figure and growth. Pure. */
import type {
  ChartFinding,
  Figures,
  ForecastYear,
  HeadlineFigure,
} from '../figures/figures.model.ts';
import type { ReportCard } from '../model.ts';
import type { Leader, Trend } from '../drawing/small-charts.model.ts';

/** What lists show of a report's figures, made when it is written. */
export type CardFacts = {
  /** The newest value of the main series; missing without a series. */
  readonly headline?: HeadlineFigure;
  /** 0.035 is 3.5 %: a year over ten years if the main series has them, else on the year before. */
  readonly growth?: { readonly rate: number; readonly period: string };
  /** Of the main series over its last ten years. */
  readonly decade?: {
    readonly fromYear: number;
    readonly toYear: number;
    readonly annualRate: number;
  };
  /** The first of a ranking, with their shares, if they say more than a short main series. */
  readonly leaders?: {
    readonly year: number;
    readonly source: string;
    readonly shares: readonly Leader[];
  };
  /** The report's line among those of its industry, as an SVG path; '' if there is none to draw. */
  readonly line: string;
  /** The chart of the main series; missing without one. */
  readonly chart?: ChartFinding & { readonly forecast?: readonly ForecastYear[] };
};

/** A series of fewer values says less than the shares of its leaders. */
const minTrendLength = 10;

export const isShortSeries = ({ series: [main] }: Figures): boolean =>
  (main?.points.length ?? 0) < minTrendLength;

/** A number with what it is: "+3.5 %" and "a year since 2013". */
export type NotedFigure = { readonly value: string; readonly note: string };

/** Undefined is what the report doesn't have; a row shows "–" there. */
export type RowFacts = {
  /** The leaders of the newest year, instead of a trend. */
  readonly leaders: readonly Leader[] | undefined;
  readonly trend: Trend | undefined;
  readonly figure: NotedFigure | undefined;
  readonly growth: NotedFigure | undefined;
};

export function describeRow({ cover, listed }: Pick<ReportCard, 'cover' | 'listed'>): RowFacts {
  const { leaders, headline, growth } = listed;
  return {
    leaders: leaders?.shares,
    trend: leaders ? undefined : cover.series[0],
    figure: headline,
    growth: growth && { value: formatChange(growth.rate), note: growth.period },
  };
}

/** "+3.5 %", "−0.2 %", "0 %" of 0.035, −0.002 and 0. */
export function formatChange(rate: number): string {
  const size = Math.abs(rate * 100).toFixed(1);
  if (size === '0.0') return '0 %';
  return `${rate < 0 ? '−' : '+'}${size} %`;
}

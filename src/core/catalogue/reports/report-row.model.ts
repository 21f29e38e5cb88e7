/** A report as a row of a list: trend or leaders, newest figure and growth. Pure. */
import type { Figures, Ranking } from '../figures/figures.model.ts';
import { describeHeadline } from '../figures/headline-figure.model.ts';
import type { ReportCard } from '../model.ts';
import { listLeaders, type Leader, type Trend } from '../drawing/small-charts.model.ts';
import { calculateGrowth } from '../figures/statistics.ts';

/** A report in a list. `leaders` is its first ranking, if its main series is short. */
export type ListedReport = ReportCard & { readonly leaders?: Ranking };

/** A series of fewer values says less than the shares of its leaders. */
const minTrendLength = 10;
const growthYears = 10;

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

export function describeRow({ cover, leaders }: Pick<ListedReport, 'cover' | 'leaders'>): RowFacts {
  const [main] = cover.series;
  const shares = leaders && main?.unit === leaders.unit ? listLeaders(leaders) : [];
  const hasLeaders = shares.length > 1 && shares.every(({ share }) => share !== undefined);
  return {
    leaders: hasLeaders ? shares : undefined,
    trend: hasLeaders ? undefined : main,
    figure: describeHeadline(cover),
    growth: describeGrowth(cover),
  };
}

function describeGrowth(cover: Figures): NotedFigure | undefined {
  const growth = measureGrowth(cover);
  return growth && { value: formatChange(growth.rate), note: growth.period };
}

/**
 * Compound growth over ten years if the main series has them, else the change on the year before
 * (0.035 is 3.5 %), with the period that it is of.
 */
export function measureGrowth({
  series: [main],
}: Figures): { rate: number; period: string } | undefined {
  if (!main || main.measure === 'share') return undefined;
  const growth = calculateGrowth(main.points, growthYears);
  if (growth) return { rate: growth.annualRate, period: `a year since ${growth.fromYear}` };
  const [before, last] = main.points.slice(-2);
  if (!before || !last || before[1] <= 0) return undefined;
  return { rate: last[1] / before[1] - 1, period: `on ${before[0]}` };
}

/** "+3.5 %", "−0.2 %", "0 %" of 0.035, −0.002 and 0. */
export function formatChange(rate: number): string {
  const size = Math.abs(rate * 100).toFixed(1);
  if (size === '0.0') return '0 %';
  return `${rate < 0 ? '−' : '+'}${size} %`;
}

/** Computes what annual figures say. Pure arithmetic; every formula stands with its function. */
import type { Ranking, Series } from './figures.model.ts';

type Points = Series['points'];

export type Growth = {
  readonly fromYear: number;
  readonly toYear: number;
  readonly firstValue: number;
  readonly lastValue: number;
  /** Per year, 0.02 = 2 %. */ readonly annualRate: number;
  /** Over the span. */ readonly totalChange: number;
};

/**
 * Compound annual growth of the last `years` years, or of all: (last / first)^(1 / span) − 1.
 * undefined if a value is missing or not positive.
 */
export function calculateGrowth(points: Points, years?: number): Growth | undefined {
  const last = points.at(-1);
  const first =
    last && (years === undefined ? points[0] : points.find(([year]) => year === last[0] - years));
  if (!first || !last || first[1] <= 0 || last[1] <= 0 || first[0] === last[0]) return undefined;
  const span = last[0] - first[0];
  return {
    fromYear: first[0],
    toYear: last[0],
    firstValue: first[1],
    lastValue: last[1],
    annualRate: (last[1] / first[1]) ** (1 / span) - 1,
    totalChange: last[1] / first[1] - 1,
  };
}

export type YearlyChange = { readonly year: number; readonly change: number };

/** Changes from one year to the next; only between neighbouring years with positive values. */
export function calculateYearlyChanges(points: Points): YearlyChange[] {
  return points.flatMap(([year, value], i): YearlyChange[] => {
    const before = points[i - 1];
    return before && before[0] === year - 1 && before[1] > 0 && value > 0
      ? [{ year, change: value / before[1] - 1 }]
      : [];
  });
}

/** Sample standard deviation of the yearly changes; undefined for fewer than three. */
export function calculateVolatility(points: Points): number | undefined {
  const all = calculateYearlyChanges(points).map(({ change }) => change);
  if (all.length < 3) return undefined;
  const mean = all.reduce((a, b) => a + b, 0) / all.length;
  return Math.sqrt(all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (all.length - 1));
}

/** The years with the largest rise, the deepest fall, the highest and the lowest value. */
export function findExtremes(points: Points): {
  best: YearlyChange | undefined;
  worst: YearlyChange | undefined;
  high: Points[number] | undefined;
  low: Points[number] | undefined;
} {
  const all = calculateYearlyChanges(points).toSorted((a, b) => b.change - a.change);
  const byValue = points.toSorted((a, b) => b[1] - a[1]);
  return { best: all[0], worst: all.at(-1), high: byValue[0], low: byValue.at(-1) };
}

/**
 * Peaks and troughs after which the values moved away by at least `minShare` of the turning value.
 */
export function findTurningPoints(
  points: Points,
  minShare: number,
): { readonly year: number; readonly value: number; readonly kind: 'peak' | 'trough' }[] {
  const found: { year: number; value: number; kind: 'peak' | 'trough' }[] = [];
  let high = points[0];
  let low = points[0];
  let rising: boolean | undefined;
  for (const point of points) {
    if (!high || !low) break;
    if (point[1] > high[1]) high = point;
    if (point[1] < low[1]) low = point;
    if (rising !== false && high[1] > 0 && point[1] < high[1] * (1 - minShare)) {
      if (high !== points[0]) found.push({ year: high[0], value: high[1], kind: 'peak' });
      rising = false;
      low = point;
    } else if (rising !== true && low[1] > 0 && point[1] > low[1] * (1 + minShare)) {
      if (low !== points[0]) found.push({ year: low[0], value: low[1], kind: 'trough' });
      rising = true;
      high = point;
    }
    if (rising === false && point[1] <= low[1]) high = point;
    if (rising === true && point[1] >= high[1]) low = point;
  }
  return found;
}

/**
 * Shares of the total: the largest, the three largest together, and the Herfindahl index (0 to 1).
 * undefined without a total.
 */
export function calculateConcentration({
  rows,
  total,
}: Ranking): { top: number; top3: number; herfindahl: number } | undefined {
  if (!total || total <= 0) return undefined;
  const shares = rows.map(({ value }) => value / total);
  const [first = 0] = shares;
  if (first > 1.001) return undefined;
  return {
    top: first,
    top3: shares.slice(0, 3).reduce((a, b) => a + b, 0),
    herfindahl: shares.reduce((sum, share) => sum + share ** 2, 0),
  };
}

export type Mover = {
  readonly name: string;
  readonly before: number;
  readonly value: number;
  /** 0.02 = 2 %. */ readonly change: number;
};

/**
 * Rows whose value gained and lost most against `before`, in the unit of the list: a percentage
 * would choose the smallest base. A value above a hundred times the earlier one is taken for a break
 * in the source and left out.
 */
export function findBiggestMovers({ rows }: Pick<Ranking, 'rows'>): {
  up: Mover | undefined;
  down: Mover | undefined;
} {
  const all = rows
    .flatMap(({ name, value, before }): Mover[] =>
      before && value < before * 100 ? [{ name, before, value, change: value / before - 1 }] : [],
    )
    .toSorted((a, b) => b.value - b.before - (a.value - a.before));
  const [up, down] = [all[0], all.at(-1)];
  return {
    up: up && up.change > 0 ? up : undefined,
    down: down && down.change < 0 ? down : undefined,
  };
}

/**
 * Rows above the third quartile by more than three interquartile ranges, Tukey's outer fence
 * (Exploratory Data Analysis, 1977, chapter 2; quartiles are interpolated). Rows are sorted from
 * the largest; none for fewer than eight.
 */
export function findOutliers<T extends { readonly value: number }>(rows: readonly T[]): T[] {
  if (rows.length < 8) return [];
  const ascending = rows.map(({ value }) => value).toSorted((a, b) => a - b);
  const lower = findQuantile(ascending, 0.25);
  const upper = findQuantile(ascending, 0.75);
  return rows.filter(({ value }) => value > upper + 3 * (upper - lower));
}

/** The quantile of ascending values, interpolated between neighbours; 0 for none. */
function findQuantile(ascending: readonly number[], share: number): number {
  const place = (ascending.length - 1) * share;
  const below = ascending[Math.floor(place)] ?? 0;
  const above = ascending[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * Pearson's correlation of the yearly changes that two series share; undefined for fewer than six
 * years.
 */
export function calculateCorrelation(a: Points, b: Points): number | undefined {
  const other = new Map(calculateYearlyChanges(b).map(({ year, change }) => [year, change]));
  const pairs = calculateYearlyChanges(a).flatMap(({ year, change }): [number, number][] => {
    const second = other.get(year);
    return second === undefined ? [] : [[change, second]];
  });
  if (pairs.length < 6) return undefined;
  const mean = (i: 0 | 1): number => pairs.reduce((sum, pair) => sum + pair[i], 0) / pairs.length;
  const [x, y] = [mean(0), mean(1)];
  const [xy, xx, yy] = pairs.reduce(
    ([p, q, r], [u, v]) => [p + (u - x) * (v - y), q + (u - x) ** 2, r + (v - y) ** 2],
    [0, 0, 0],
  ) as [number, number, number];
  return xx === 0 || yy === 0 ? undefined : xy / Math.sqrt(xx * yy);
}

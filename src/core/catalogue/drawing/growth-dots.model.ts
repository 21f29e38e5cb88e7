/** All reports of one source as dots, sorted by the growth of their main series. Pure. */
import type { ReportCard } from '../model.ts';
import type { CardFacts } from '../reports/report-row.model.ts';

export type GrowthDot = Pick<ReportCard, 'slug' | 'title' | 'industrySlug'> & {
  /** Per year, 0.02 = 2 %. */
  readonly growth: number;
  readonly x: number;
  readonly y: number;
};

export type GrowthDots = {
  readonly width: number;
  readonly height: number;
  readonly dots: readonly GrowthDot[];
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
  readonly median: number;
  readonly medianX: number;
  readonly fromYear: number;
  readonly toYear: number;
};

type Candidate = Pick<ReportCard, 'slug' | 'title' | 'industrySlug'> & {
  /** Of the main series; null without one. */
  readonly source: string | null;
  readonly decade: CardFacts['decade'] | null;
};

const years = 10;
const dotSize = 7;
const axisHeight = 18;
const labelHeight = 16;
const minDots = 20;

/**
 * One dot for each report whose main series is of `source`, reaches the newest year and goes ten
 * years back; equal growth stacks. Undefined if there are too few to compare.
 */
export function placeGrowthDots(
  reports: readonly Candidate[],
  source: string,
  width: number,
): GrowthDots | undefined {
  const own = reports.flatMap(({ slug, title, industrySlug, source: ownSource, decade }) =>
    ownSource === source && decade
      ? [{ slug, title, industrySlug, growth: decade.annualRate, decade }]
      : [],
  );
  const toYear = Math.max(...own.map(({ decade }) => decade.toYear));
  const sorted = own
    .filter(({ decade }) => decade.toYear === toYear)
    .toSorted((a, b) => a.growth - b.growth);
  const [first, last, middle] = [sorted[0], sorted.at(-1), sorted[Math.floor(sorted.length / 2)]];
  if (!first || !last || !middle || sorted.length < minDots) return undefined;
  const low = Math.floor(first.growth * 50) / 50;
  const high = Math.ceil(last.growth * 50) / 50;
  const columns = Math.floor(width / dotSize);
  const toColumn = (growth: number): number =>
    Math.min(columns - 1, Math.floor(((growth - low) / (high - low || 1)) * columns));
  const stacked = stackDots(sorted.map((dot) => ({ ...dot, column: toColumn(dot.growth) })));
  const base = labelHeight + Math.max(...stacked.map(({ level }) => level + 1)) * dotSize;
  const ticks = Array.from(
    { length: Math.round((high - low) * 25) + 1 },
    (_, index) => low + index / 25,
  );
  const toX = (growth: number): number =>
    Math.round(((growth - low) / (high - low || 1)) * columns * dotSize);
  return {
    width,
    toYear,
    fromYear: toYear - years,
    height: base + axisHeight,
    dots: stacked.map(({ slug, title, industrySlug, growth, column, level }) => ({
      slug,
      title,
      industrySlug,
      growth,
      x: column * dotSize + dotSize / 2,
      y: base - level * dotSize - dotSize / 2,
    })),
    ticks: ticks.map((rate) => ({ x: toX(rate), label: `${Math.round(rate * 100)} %` })),
    median: middle.growth,
    medianX: toX(middle.growth),
  };
}

/** Each dot with its level: how many before it are in its column. */
function stackDots<Dot extends { readonly column: number }>(dots: readonly Dot[]) {
  const heights = new Map<number, number>();
  return dots.map((dot) => {
    const level = heights.get(dot.column) ?? 0;
    heights.set(dot.column, level + 1);
    return { ...dot, level };
  });
}

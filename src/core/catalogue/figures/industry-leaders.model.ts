/** How concentrated the subjects of an industry are, or how fast they grow. Pure. */
import type { ReportCard } from '../model.ts';
import { formatChange } from '../reports/report-row.model.ts';

export type IndustryBar = {
  readonly slug: string;
  readonly title: string;
  /** The bar's length, from 0 to 1 of the scale; below 0 to the left of its zero. */
  readonly value: number;
  /** The share of the second country, from 0 to 1; of shares alone. */
  readonly second?: number;
  /** "98 %" */
  readonly label: string;
  /** "China, then Russia", or '' */
  readonly note: string;
};

export type IndustryOverview = {
  readonly kind: 'leaders' | 'growth';
  readonly bars: readonly IndustryBar[];
  readonly years: string;
  /** The sources of the figures. */
  readonly sources: readonly string[];
};

const minBars = 4;

/** The first country's share of each report, or else the growth of each; undefined with too few. */
export function summarizeIndustry(reports: readonly ReportCard[]): IndustryOverview | undefined {
  const overviews = [listShares(reports), listGrowth(reports)];
  const [best] = overviews.toSorted((a, b) => b.bars.length - a.bars.length);
  return best && best.bars.length >= minBars ? best : undefined;
}

type Bar = IndustryBar & { readonly year: number; readonly source: string };

function listShares(reports: readonly ReportCard[]): IndustryOverview {
  const bars = reports.flatMap((report): Bar[] => {
    const { leaders } = report.listed;
    const [first, second] = leaders?.shares ?? [];
    if (first?.share === undefined || !leaders) return [];
    return [
      {
        slug: report.slug,
        title: report.title,
        value: first.share,
        ...(second?.share === undefined ? {} : { second: second.share }),
        label: `${Math.round(first.share * 100)} %`,
        note: second ? `${first.name}, then ${second.name}` : first.name,
        year: leaders.year,
        source: leaders.source,
      },
    ];
  });
  return toOverview('leaders', bars);
}

function listGrowth(reports: readonly ReportCard[]): IndustryOverview {
  const bars = reports.flatMap((report): Bar[] => {
    const [main] = report.cover.series;
    const growth = report.listed.decade;
    if (!main || main.measure === 'share' || !growth) return [];
    const { slug, title } = report;
    return [
      {
        slug,
        title,
        value: growth.annualRate,
        note: main.label,
        label: `${growth.annualRate < 0 ? '−' : '+'}${Math.abs(growth.annualRate * 100).toFixed(1)} %`,
        year: growth.toYear,
        source: main.source,
      },
    ];
  });
  return toOverview('growth', bars);
}

/** Which report grew most: "Lithium Market", "+23.3 %", "on 2022". */
type FastestReport = {
  readonly slug: string;
  readonly title: string;
  readonly growth: string;
  readonly period: string;
};

/** Among those of the commonest period, since others can't be compared; undefined if none grew. */
export function findFastest(reports: readonly ReportCard[]): FastestReport | undefined {
  const byPeriod = new Map<string, { report: ReportCard; rate: number }[]>();
  for (const report of reports) {
    const growth = report.listed.growth;
    if (!growth) continue;
    const others = byPeriod.get(growth.period) ?? [];
    byPeriod.set(growth.period, [...others, { report, rate: growth.rate }]);
  }
  const [largest] = [...byPeriod].toSorted(([, a], [, b]) => b.length - a.length);
  if (!largest || largest[1].length < minBars) return undefined;
  const [period, compared] = largest;
  const [fastest] = compared.toSorted((a, b) => b.rate - a.rate);
  if (!fastest || fastest.rate <= 0) return undefined;
  const { slug, title } = fastest.report;
  return { slug, title, growth: formatChange(fastest.rate), period };
}

function toOverview(kind: IndustryOverview['kind'], bars: readonly Bar[]): IndustryOverview {
  const years = bars.map(({ year }) => year);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return {
    kind,
    bars: bars
      .toSorted((a, b) => b.value - a.value)
      .map(({ year: _year, source: _source, ...bar }) => bar),
    years: first === last ? String(last) : `${first}–${last}`,
    sources: [...new Set(bars.map(({ source }) => source))],
  };
}

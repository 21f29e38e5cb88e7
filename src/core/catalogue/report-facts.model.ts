/** What a report holds, counted from its own figures and texts. Pure. */
import { listCharts, type Chart } from './charts.model.ts';
import type { Figures } from './figures.model.ts';
import type { AnalysisSection, ReportText } from './report-text.model.ts';

type ReportParts = { readonly figures: Figures; readonly text: ReportText };

export type ReportFacts = {
  readonly tables: number;
  readonly tableRows: number;
  readonly charts: number;
  /** Of the workbook: licence, about, key figures, all series, one a ranking, sources. */
  readonly sheets: number;
  /** The years of the data, without those that a source projects; undefined where there are none. */
  readonly years: readonly [from: number, to: number] | undefined;
};

const sheetsBesideRankings = 5;

export function countReportParts({ figures, text }: ReportParts): ReportFacts {
  const { series, rankings } = figures;
  const years = [
    ...series.flatMap(({ points, projectedFrom = Infinity }) =>
      points.map(([year]) => year).filter((year) => year < projectedFrom),
    ),
    ...rankings.map(({ year }) => year),
  ];
  return {
    tables: series.length + rankings.length,
    tableRows:
      series.reduce((sum, { points }) => sum + points.length, 0) +
      rankings.reduce((sum, { rows }) => sum + rows.length, 0),
    charts: text.analysis.flatMap(({ charts }) => listCharts(figures, charts)).length,
    sheets: rankings.length + sheetsBesideRankings,
    years: years.length > 0 ? [Math.min(...years), Math.max(...years)] : undefined,
  };
}

const maxOpeningLength = 210;

/** What the report found, in one sentence: its first one, or that of its short description. */
export function findOpeningSentence(
  text: Pick<ReportText, 'analysis' | 'shortDescription'>,
): string {
  const opening = firstSentence(text.analysis[0]?.paragraphs[0] ?? '');
  return opening !== '' && opening.length <= maxOpeningLength
    ? opening
    : firstSentence(text.shortDescription);
}

/** Up to the first full stop that doesn't belong to initials: "of the U.S. Geological Survey". */
export const firstSentence = (text: string): string =>
  /^.*?(?<!\b[A-Z])[.!?](?=\s+[A-Z0-9]|$)/s.exec(text)?.[0] ?? text;

/** A report's analysis as its page arranges it. */
export type ArrangedAnalysis = {
  /** Drawn over the whole width. */
  readonly lead: Chart | undefined;
  /** A list of names beside what it says. */
  readonly table:
    | { readonly chart: Chart & { kind: 'bars' }; readonly section: AnalysisSection }
    | undefined;
  /** All sections but the table's. */
  readonly findings: readonly AnalysisSection[];
  /** The remaining charts. */
  readonly small: readonly Chart[];
};

const minLeadYears = 8;
const minTableRows = 5;

/** The first long line leads, or else the first chart; the longest remaining list is a table. */
export function arrangeAnalysis({ figures, text }: ReportParts): ArrangedAnalysis {
  const placed = text.analysis.flatMap((section) =>
    listCharts(figures, section.charts).map((chart) => ({ chart, section })),
  );
  const lead = (placed.find(({ chart }) => isLongLine(chart)) ?? placed[0])?.chart;
  const table = placed
    .flatMap(({ chart, section }) =>
      chart.kind === 'bars' && chart !== lead && chart.ranking.rows.length >= minTableRows
        ? [{ chart, section }]
        : [],
    )
    .toSorted((a, b) => b.chart.ranking.rows.length - a.chart.ranking.rows.length)[0];
  return {
    lead,
    table,
    findings: text.analysis.filter((section) => section !== table?.section),
    small: placed.flatMap(({ chart }) => (chart === lead || chart === table?.chart ? [] : [chart])),
  };
}

const isLongLine = (chart: Chart): boolean =>
  chart.kind === 'lines' && chart.series.some(({ points }) => points.length >= minLeadYears);

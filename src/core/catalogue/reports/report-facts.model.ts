/** Facts of a report, counted from its own figures and texts. Pure. */
import { listCharts, type Chart } from '../drawing/charts.model.ts';
import type { Figures } from '../figures/figures.model.ts';
import { splitDescription, type ReportSection } from './report-sections.model.ts';
import { getRichTextCharts, toPlainText, type RichText } from '../rich-text/rich-text.model.ts';

type ReportParts = { readonly figures: Figures; readonly description: RichText };

export type ReportFacts = {
  readonly tables: number;
  readonly tableRows: number;
  readonly charts: number;
  /** Of the workbook: licence, about, key figures, all series, one a ranking, sources. */
  readonly sheets: number;
  /** The years of the data, without those that a source projects; undefined if there are none. */
  readonly years: readonly [from: number, to: number] | undefined;
};

const sheetsBesideRankings = 5;

export function countReportParts({ figures, description }: ReportParts): ReportFacts {
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
    charts: listCharts(figures, getRichTextCharts(description)).length,
    sheets: rankings.length + sheetsBesideRankings,
    years: years.length > 0 ? [Math.min(...years), Math.max(...years)] : undefined,
  };
}

const maxOpeningLength = 210;

/** The report's finding in one sentence: its first one, or that of its short description. */
export function findOpeningSentence({
  description,
  shortDescription,
}: {
  readonly description: RichText;
  readonly shortDescription: string;
}): string {
  const [section] = splitDescription(description).sections;
  const paragraph = section?.blocks.find(({ kind }) => kind === 'paragraph');
  const opening = firstSentence(paragraph ? toPlainText([paragraph]) : '');
  return opening !== '' && opening.length <= maxOpeningLength
    ? opening
    : firstSentence(shortDescription);
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
    | { readonly chart: Chart & { kind: 'bars' }; readonly section: ReportSection }
    | undefined;
  /** All sections but the table's. */
  readonly findings: readonly ReportSection[];
  /** The remaining charts. */
  readonly small: readonly Chart[];
};

const minLeadYears = 8;
const minTableRows = 5;

/** The first long line leads, or else the first chart; the longest remaining list is a table. */
export function arrangeAnalysis({ figures, description }: ReportParts): ArrangedAnalysis {
  const { intro, sections } = splitDescription(description);
  const placed = [intro, ...sections].flatMap((section) =>
    listCharts(figures, section.charts).map((chart) => ({ chart, section })),
  );
  const lead = (placed.find(({ chart }) => isLongLine(chart)) ?? placed[0])?.chart;
  const table = placed
    .flatMap(({ chart, section }) =>
      chart.kind === 'bars' &&
      chart !== lead &&
      section !== intro &&
      chart.ranking.rows.length >= minTableRows
        ? [{ chart, section }]
        : [],
    )
    .toSorted((a, b) => b.chart.ranking.rows.length - a.chart.ranking.rows.length)[0];
  return {
    lead,
    table,
    findings: sections.filter((section) => section !== table?.section),
    small: placed.flatMap(({ chart }) => (chart === lead || chart === table?.chart ? [] : [chart])),
  };
}

const isLongLine = (chart: Chart): boolean =>
  chart.kind === 'lines' && chart.series.some(({ points }) => points.length >= minLeadYears);

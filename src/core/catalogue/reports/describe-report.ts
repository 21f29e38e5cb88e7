/** What is made of a report when it is written. Pure: it depends on the report alone. */
import {
  findChartFigures,
  joinKeys,
  listDescriptionKeys,
  type ChartFigures,
} from '../drawing/charts.model.ts';
import { describeFinding, describeLargestChange } from '../figures/chart-finding.ts';
import type {
  ChartFinding,
  DescribedFigures,
  Figures,
  FiguresFacts,
} from '../figures/figures.model.ts';
import { forecastMainSeries } from '../figures/forecast.ts';
import {
  firstSentence,
  type AnalysisPlan,
  type ReportFacts,
  type ReportParts,
} from './report-facts.model.ts';
import { splitDescription } from './report-sections.model.ts';
import { getRichTextCharts, toPlainText, type RichText } from '../rich-text/rich-text.model.ts';

type Described = { readonly figures: Figures; readonly description: RichText };

/** Returns the forecast of the figures, and what each chart says that the report can show. */
export function describeFigures({ figures, description }: Described): FiguresFacts {
  const { series, rankings } = figures;
  const ours = forecastMainSeries(series);
  const { lead, table, small } = planAnalysis({ figures, description });
  const keys = new Set([
    ...series.map(({ id }) => id),
    ...rankings.map(({ id }) => id),
    ...getRichTextCharts(description),
    ...listDescriptionKeys({ figures, description }),
    ...[lead, table?.chart, ...small].filter((key) => key !== undefined),
  ]);
  const findings = [...keys].flatMap((key) => {
    const chart = findChartFigures(figures, key);
    return chart ? [[key, describeChart(chart)] as const] : [];
  });
  return {
    ...(ours && { forecast: { series: ours.main.id, yearly: ours.forecast.yearly } }),
    findings: Object.fromEntries(findings),
  };
}

/** Returns the figures with what is made of them. */
export const addFacts = (report: Described): DescribedFigures => ({
  ...report.figures,
  facts: describeFigures(report),
});

function describeChart(chart: ChartFigures): ChartFinding {
  const largestChange = describeLargestChange(chart);
  return { finding: describeFinding(chart), ...(largestChange !== undefined && { largestChange }) };
}

/** Returns how a report's page arranges its figures and texts. */
export const describeReport = (
  report: Described & { readonly shortDescription: string },
): ReportFacts => ({
  parts: countReportParts(report),
  opening: findOpeningSentence(report),
  analysis: planAnalysis(report),
});

const sheetsBesideRankings = 5;

export function countReportParts({ figures, description }: Described): ReportParts {
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
    charts: joinKeys(figures, getRichTextCharts(description)).length,
    sheets: rankings.length + sheetsBesideRankings,
    ...(years.length > 0 && { years: [Math.min(...years), Math.max(...years)] as const }),
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

const minLeadYears = 8;
const minTableRows = 5;

/** The first long line leads, or else the first chart; the longest remaining list is a table. */
function planAnalysis({ figures, description }: Described): AnalysisPlan {
  const { intro, sections } = splitDescription(description);
  const placed = [intro, ...sections].flatMap((section, place) =>
    joinKeys(figures, section.charts).flatMap((key) => {
      const chart = findChartFigures(figures, key);
      // The opening has no place among the sections.
      return chart ? [{ key, chart, section: place - 1 }] : [];
    }),
  );
  const lead = placed.find(({ chart }) => isLongLine(chart)) ?? placed[0];
  const [table] = placed
    .filter((one) => one !== lead && one.section >= 0 && countRows(one.chart) >= minTableRows)
    .toSorted((a, b) => countRows(b.chart) - countRows(a.chart));
  return {
    ...(lead && { lead: lead.key }),
    ...(table && { table: { chart: table.key, section: table.section } }),
    small: placed.filter((one) => one !== lead && one !== table).map(({ key }) => key),
  };
}

const isLongLine = (chart: ChartFigures): boolean =>
  chart.kind === 'lines' && chart.series.some(({ points }) => points.length >= minLeadYears);

const countRows = (chart: ChartFigures): number =>
  chart.kind === 'bars' ? chart.ranking.rows.length : 0;

/** What is made of a report when it is written, and how its page reads it. Pure. */
import { findChart, type Chart } from '../drawing/charts.model.ts';
import type { DescribedFigures, FiguresFacts } from '../figures/figures.model.ts';
import type { CardFacts } from './report-row.model.ts';
import { splitDescription, type ReportSection } from './report-sections.model.ts';
import type { RichText } from '../rich-text/rich-text.model.ts';

export type ReportParts = {
  readonly tables: number;
  readonly tableRows: number;
  readonly charts: number;
  /** Of the workbook: licence, about, key figures, all series, one a ranking, sources. */
  readonly sheets: number;
  /** The years of the data, without those that a source projects; missing if there are none. */
  readonly years?: readonly [from: number, to: number];
};

/** How the page arranges the analysis: charts by their keys, the table's section by its place. */
export type AnalysisPlan = {
  readonly lead?: string;
  readonly table?: { readonly chart: string; readonly section: number };
  readonly small: readonly string[];
};

export type ReportFacts = {
  readonly parts: ReportParts;
  /** The report's finding in one sentence; '' if neither text has one. */
  readonly opening: string;
  readonly analysis: AnalysisPlan;
};

/** All that is stored of a version. */
export type MadeFacts = {
  readonly figures: FiguresFacts;
  readonly report: ReportFacts;
  readonly card: CardFacts;
};

/** A report's analysis as its page shows it. */
export type Analysis = {
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

/** Returns the charts and sections that the plan names. */
export function readAnalysis({
  figures,
  description,
  facts,
}: {
  readonly figures: DescribedFigures;
  readonly description: RichText;
  readonly facts: Pick<ReportFacts, 'analysis'>;
}): Analysis {
  const { lead, table, small } = facts.analysis;
  const { sections } = splitDescription(description);
  const find = (key: string): Chart | undefined => findChart(figures, key);
  const chart = table && find(table.chart);
  const section = table && sections[table.section];
  return {
    lead: lead === undefined ? undefined : find(lead),
    table: chart?.kind === 'bars' && section ? { chart, section } : undefined,
    findings: sections.filter((one) => one !== section),
    small: small.flatMap((key) => find(key) ?? []),
  };
}

/** Up to the first full stop that doesn't belong to initials: "of the U.S. Geological Survey". */
export const firstSentence = (text: string): string =>
  /^.*?(?<!\b[A-Z])[.!?](?=\s+[A-Z0-9]|$)/s.exec(text)?.[0] ?? text;

import type { Figures, Source } from './figures.model.ts';
import type { ReportText } from './report-text.model.ts';

/** Everything the press needs to print one edition of a report as PDF and as a workbook. */
export type ReportDocument = {
  readonly publisher: string;
  readonly website: string;
  readonly code: string;
  readonly industry: string;
  readonly industrySlug: string;
  /** ISO date of this edition, "2026-09-14". */
  readonly publishedOn: string;
  readonly edition: number;
  readonly text: ReportText;
  readonly figures: Figures;
  /** Only those that the figures use. */
  readonly sources: readonly Source[];
};

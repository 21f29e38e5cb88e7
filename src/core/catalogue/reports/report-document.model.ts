import type { DescribedFigures, Source } from '../figures/figures.model.ts';
import type { PrintedPicture } from '../../media/model.ts';
import type { ReportContent } from './report-content.model.ts';

/** Everything that is rendered into the PDF and the workbook of an edition. */
export type ReportDocument = ReportContent & {
  readonly publisher: string;
  /** The store's colour, "#9c2f1b"; without it the built-in one. */
  readonly accent?: string;
  readonly website: string;
  readonly code: string;
  readonly title: string;
  readonly shortDescription: string;
  readonly industry: string;
  readonly industrySlug: string;
  /** ISO date of this edition, "2026-09-14". */
  readonly publishedOn: string;
  readonly edition: number;
  readonly figures: DescribedFigures;
  /** Only those that the figures use. */
  readonly sources: readonly Source[];
  /** Pictures of the description by their names; one that is missing is its caption alone. */
  readonly pictures?: Readonly<Record<string, PrintedPicture>>;
};

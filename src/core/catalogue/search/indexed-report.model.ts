import type { ReportData, VersionParts } from '../report-version.model.ts';

/** A report as its tables have it. */
export type IndexedReport = {
  readonly id: number;
  readonly code: string;
  readonly title: string;
  readonly shortDescription: string;
  /** The main one first. */
  readonly industries: readonly { readonly slug: string; readonly name: string }[];
  readonly parts: VersionParts;
  readonly data: ReportData | null;
  /** Of the files that the newest edition is sold as; '' where it is printed from the data. */
  readonly fileText: string;
};

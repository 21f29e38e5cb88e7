/** A version of a report, as it is stored: immutable. Pure. */
import type { ReportParts, ReportState } from './report-input.model.ts';

/** A report in the bin is found nowhere, and can be taken out again. */
export type StoredReportState = ReportState | 'bin';

/** Series and rankings with their sources. */
export type ReportData = ReportParts['data'];

/**
 * Every part but the data; parts that the publisher doesn't give are missing. The industries are
 * slugs.
 */
export type VersionParts = Partial<Omit<ReportParts, 'data'>> &
  Pick<ReportParts, 'title' | 'industry' | 'slug' | 'state'>;

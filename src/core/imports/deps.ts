import type { Deps, Tx } from '../deps.ts';
import type { ReportInput } from '../catalogue/report-input.model.ts';
import type { ExportedReport } from './write-row.ts';

/** What became of one input. */
type WriteResult =
  | {
      readonly ok: true;
      readonly code: string;
      readonly change: 'created' | 'changed' | 'unchanged';
      readonly versionNumber: number;
      readonly previousVersionNumber: number | undefined;
    }
  | {
      readonly ok: false;
      readonly code: string;
      readonly errors: Readonly<Record<string, readonly string[]>>;
    };

/** What imports need of the catalogue. */
type ReportWriter = {
  readonly writeReports: (
    tx: Tx,
    inputs: readonly ReportInput[],
    options: { readonly actor: string; readonly isDryRun?: boolean },
  ) => Promise<WriteResult[]>;
  /** Those of the codes that a report has, also one in the bin. */
  readonly listKnownCodes: (tx: Tx, codes: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Industries of these names are there afterwards; those that were there stay as they are. */
  readonly ensureIndustries: (tx: Tx, names: readonly string[]) => Promise<void>;
  /**
   * Each report says again what it said in version `to`, or is in the bin without one, unless it
   * has another version than `from`. The codes of those that were restored.
   */
  readonly restoreReports: (
    tx: Tx,
    reports: readonly {
      readonly code: string;
      readonly from: number;
      readonly to: number | null;
    }[],
    options: { readonly actor: string },
  ) => Promise<ReadonlySet<string>>;
  /** All reports that are not in the bin, by code, in batches. */
  readonly streamForExport: (tx: Tx) => AsyncGenerator<readonly ExportedReport[]>;
};

export type ImportDeps = Deps & {
  readonly catalogue: ReportWriter;
  /** Those of the codes whose report was ordered after `since`, whatever became of the order. */
  readonly listCodesOrderedSince: (
    tx: Tx,
    codes: readonly string[],
    since: Date,
  ) => Promise<ReadonlySet<string>>;
};

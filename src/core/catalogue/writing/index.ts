/** The writing of the catalogue: reports and their industries. */
import type { Deps, Tx } from '../../deps.ts';
import type { Finder } from '../search/finder.ts';
import type { NewIndustry } from '../model.ts';
import type { ReportInput } from '../reports/report-input.model.ts';
import { insertIndustries } from '../seed.store.ts';
import { ensureIndustries } from './ensure-industries.ts';
import { publishHeldBack, type HeldBack } from './publish-held-back.ts';
import { streamWholeReports } from './whole-reports.store.ts';
import { moveReportsToBin, restoreReports, type ChangeToUndo } from './restore-reports.ts';
import { listKnownCodes } from './stored-reports.store.ts';
import { writeReports, type WriteOptions, type WriterDeps } from './write-reports.ts';

/** Verbs that take a transaction write in it; what is true afterwards stands at each function. */
export const createReportWriting = (deps: WritingDeps) => ({
  writeReports: (tx: Tx, inputs: readonly ReportInput[], options: WriteOptions) =>
    writeReports(tx, deps, inputs, options),
  restoreReports: (tx: Tx, changes: readonly ChangeToUndo[], actor: string) =>
    restoreReports(tx, deps, changes, { actor }),
  publishHeldBack: (
    tx: Tx,
    held: readonly HeldBack[],
    options: Pick<WriteOptions, 'actor' | 'isDryRun'>,
  ) => publishHeldBack(tx, deps, held, options),
  moveReportsToBin: (tx: Tx, codes: readonly string[]) => moveReportsToBin(tx, deps, codes),
  ensureIndustries,
  listKnownCodes,
  streamWholeReports,
  /** They are there afterwards; those with a known slug stay as they are. */
  addIndustries: (newIndustries: readonly NewIndustry[]) =>
    deps.db.transaction().execute(async (tx) => {
      await insertIndustries(tx, newIndustries);
      await deps.invalidate(tx, ['catalogue', 'site']);
    }),
});

type WritingDeps = Deps &
  Pick<WriterDeps, 'getNewDelivery' | 'listLicences' | 'listPageAddresses'> & {
    readonly finder: Finder;
  };

/** The writing of the catalogue: reports, industries and the first filling. */
import type { Deps, Tx } from '../../deps.ts';
import type { Finder } from '../search/finder.ts';
import { countWords } from '../search/index.store.ts';
import type { NewIndustry } from '../model.ts';
import type { ReportInput } from '../report-input.model.ts';
import { insertIndustries } from '../seed.store.ts';
import { ensureIndustries } from './ensure-industries.ts';
import { streamWholeReports } from './whole-reports.store.ts';
import { moveReportsToBin, restoreReports, type ChangeToUndo } from './restore-reports.ts';
import { listKnownCodes } from './stored-reports.store.ts';
import { writeReports, type WriteOptions } from './write-reports.ts';

/** Verbs that take a transaction write in it; what is true afterwards stands at each function. */
export const createReportWriting = (deps: WritingDeps) => ({
  writeReports: (tx: Tx, inputs: readonly ReportInput[], options: WriteOptions) =>
    writeReports(tx, deps, inputs, options),
  restoreReports: (tx: Tx, changes: readonly ChangeToUndo[], actor: string) =>
    restoreReports(tx, deps, changes, { actor }),
  moveReportsToBin: (tx: Tx, codes: readonly string[]) => moveReportsToBin(tx, deps, codes),
  /** Industries with a known slug stay as they are. */
  addIndustries: (tx: Tx, newIndustries: readonly NewIndustry[]) =>
    insertIndustries(tx, newIndustries),
  ensureIndustries,
  listKnownCodes,
  streamWholeReports,
  seed: (
    newIndustries: readonly NewIndustry[],
    newReports: readonly ReportInput[],
    onProgress: (written: number) => void,
  ) => seed(deps, { industries: newIndustries, reports: newReports }, onProgress),
});

type WritingDeps = Deps & { readonly finder: Finder };

type NewCatalogue = {
  readonly industries: readonly NewIndustry[];
  readonly reports: readonly ReportInput[];
};

const seedBatchSize = 96;

/**
 * Fills an empty store in one transaction; `onProgress` gets the number of reports so far. Throws
 * for a report that is not right.
 */
const seed = (
  deps: WritingDeps,
  { industries: newIndustries, reports: newReports }: NewCatalogue,
  onProgress: (written: number) => void,
): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    await insertIndustries(tx, newIndustries);
    for (let start = 0; start < newReports.length; start += seedBatchSize) {
      const batch = newReports.slice(start, start + seedBatchSize);
      const results = await writeReports(tx, deps, batch, { actor: 'the demo' });
      const refused = results.find(({ ok }) => !ok);
      if (refused) throw new Error(`A report was refused: ${JSON.stringify(refused)}`);
      onProgress(start + batch.length);
    }
    await countWords(tx, deps.clock());
    await deps.invalidate(tx, ['catalogue', 'site']);
  });

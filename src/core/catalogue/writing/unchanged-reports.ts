import type { Tx } from '../../deps.ts';
import { hasValues } from '../../kernel/changed-fields.ts';
import { lockReports, readVersions, type StoredReport } from './stored-reports.store.ts';

/** A change to take back: from the version that it made to the one before, if there was one. */
export type ChangeToUndo = {
  readonly code: string;
  readonly from: number;
  readonly to: number | undefined;
};

/**
 * Locks the reports of these changes and returns those that still say what the change made of them.
 * A later version that says the same counts as well: what was changed since was taken back.
 */
export async function listUnchanged(
  tx: Tx,
  changes: readonly ChangeToUndo[],
): Promise<(ChangeToUndo & { readonly report: StoredReport })[]> {
  const stored = await readByCode(tx, changes);
  const found = changes.flatMap((change) => {
    const report = stored.get(change.code);
    return report ? [{ ...change, report }] : [];
  });
  const later = found.filter(({ report, from }) => report.versionNumber !== from);
  const made = await readVersions(
    tx,
    later.map(({ report, from }) => ({ reportId: report.id, number: from })),
  );
  return found.filter(({ report, from }) => {
    if (report.versionNumber === from) return true;
    const version = made.get(report.id);
    return version !== undefined && hasValues(report, version);
  });
}

async function readByCode(
  tx: Tx,
  changes: readonly ChangeToUndo[],
): Promise<ReadonlyMap<string, StoredReport>> {
  if (changes.length === 0) return new Map();
  const reports = await lockReports(
    tx,
    changes.map(({ code }) => code),
  );
  return new Map(reports.map((report) => [report.code, report]));
}

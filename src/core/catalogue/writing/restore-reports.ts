import type { Tx } from '../../deps.ts';
import { hasValues } from '../../kernel/changed-fields.ts';
import { announceChanges } from './announce-changes.ts';
import { chooseSlugs } from './decide-next.ts';
import { listChangedTags } from './listed-facts.ts';
import { putIntoBin } from './save-reports.store.ts';
import {
  listStoredIndustries,
  lockReports,
  readVersions,
  type StoredReport,
} from './stored-reports.store.ts';
import { storeNext, type WriteOptions, type WriterDeps } from './write-reports.ts';

/** A change to take back: from the version that it made to the one before, if there was one. */
export type ChangeToUndo = {
  readonly code: string;
  readonly from: number;
  readonly to: number | undefined;
};

/**
 * Each report that still says what it said in `from` says again what it said in `to`, as a new
 * version; one that was made by the change is in the bin. Answers the codes of the others, which were
 * changed since and stay as they are.
 */
export async function restoreReports(
  tx: Tx,
  deps: WriterDeps,
  changes: readonly ChangeToUndo[],
  options: Pick<WriteOptions, 'actor'>,
): Promise<string[]> {
  const stored = await readByCode(tx, changes);
  const current = await listUnchanged(tx, changes, stored);
  const versions = await readVersions(
    tx,
    current.flatMap(({ report, to }) =>
      to === undefined ? [] : [{ reportId: report.id, number: to }],
    ),
  );
  const next = current.flatMap(({ code, report }) => {
    const version = versions.get(report.id);
    return version ? [{ code, current: report, ...version }] : [];
  });
  const industries = await listStoredIndustries(tx);
  await storeNext(tx, deps, await chooseSlugs(tx, deps, next), { ...options, industries });
  const made = current.filter(({ to }) => to === undefined);
  await moveReportsToBin(
    tx,
    deps,
    made.map(({ code }) => code),
  );
  const restored = new Set(current.map(({ code }) => code));
  return changes.map(({ code }) => code).filter((code) => !restored.has(code));
}

/** Also those that were changed since, where that was taken back: a later version says the same. */
async function listUnchanged(
  tx: Tx,
  changes: readonly ChangeToUndo[],
  stored: ReadonlyMap<string, StoredReport>,
) {
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

/** The reports are found nowhere afterwards; buyers keep their files. Writing one brings it back. */
export async function moveReportsToBin(
  tx: Tx,
  deps: WriterDeps,
  codes: readonly string[],
): Promise<void> {
  if (codes.length === 0) return;
  const reports = await lockReports(tx, codes);
  const ids = reports.map(({ id }) => id);
  await putIntoBin(tx, ids, deps.clock());
  await deps.finder.put(tx, ids);
  const industries = new Map((await listStoredIndustries(tx)).map(({ id, slug }) => [id, slug]));
  const tags = reports.flatMap((report) =>
    listChangedTags(report, { ...report, state: 'bin' }, industries),
  );
  await deps.invalidate(tx, [...new Set(tags)]);
  const changes = reports.map(
    (report) => ({ before: report.state, after: 'bin', report }) as const,
  );
  await announceChanges(deps, tx, changes);
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

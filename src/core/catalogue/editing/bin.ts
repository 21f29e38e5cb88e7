import type { Tx } from '../../deps.ts';
import { recordAudit } from '../../kernel/audit.ts';
import { FileCleaning } from '../../kernel/file-cleaning.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { moveReportsToBin } from '../writing/restore-reports.ts';
import { lockReportById, type StoredReport } from '../writing/stored-reports.store.ts';
import { writeReports } from '../writing/write-reports.ts';
import { actOnReport } from './act-on-report.ts';
import { deleteReport, isOrdered, listOldInBin } from './bin.store.ts';
import { removeSchedule } from './schedules.store.ts';
import type { EditingDeps } from './editing-deps.ts';

/** How long a report can be taken out of the bin again. */
const binDays = 30;
const batchSize = 100;

/**
 * Its page answers 410 and nobody can buy it; buyers keep their files. `conflict` in other states.
 */
export const withdrawReport = (
  deps: EditingDeps,
  actor: StaffActor,
  reportId: number,
): Promise<Outcome<undefined>> =>
  actOnReport(deps, { actor, verb: 'report.withdraw', reportId }, async (tx, report, audit) => {
    if (report.state !== 'published') return fail('conflict', 'This report is not published.');
    const change = { code: report.code, state: 'withdrawn' } as const;
    const version = await writeState(tx, deps, actor, change);
    await removeSchedule(tx, reportId);
    const before = { state: report.state, version: report.versionNumber };
    audit({ before, after: { state: 'withdrawn', version } });
    return ok(undefined);
  });

/** Moves it to the bin; buyers keep their files. `conflict` where it is there already. */
export const moveToBin = (
  deps: EditingDeps,
  actor: StaffActor,
  reportId: number,
): Promise<Outcome<undefined>> =>
  actOnReport(deps, { actor, verb: 'report.bin', reportId }, async (tx, report, audit) => {
    if (report.state === 'bin') return fail('conflict', 'This report is in the bin already.');
    await moveReportsToBin(tx, deps, [report.code]);
    await removeSchedule(tx, reportId);
    audit({ before: { state: report.state }, after: { state: 'bin' } });
    return ok(undefined);
  });

/** Takes it out of the bin as it was. `conflict` where it is not in the bin. */
export const takeOutOfBin = (
  deps: EditingDeps,
  actor: StaffActor,
  reportId: number,
): Promise<Outcome<undefined>> =>
  actOnReport(deps, { actor, verb: 'report.bin', reportId }, async (tx, report, audit) => {
    if (report.state !== 'bin') return fail('conflict', 'This report is not in the bin.');
    await writeState(tx, deps, actor, { code: report.code });
    audit({ before: { state: 'bin' }, after: { state: report.parts.state } });
    return ok(undefined);
  });

async function writeState(
  tx: Tx,
  deps: EditingDeps,
  actor: StaffActor,
  input: { readonly code: string; readonly state?: 'withdrawn' },
): Promise<number> {
  const [result] = await writeReports(tx, deps, [input], { actor: actor.name });
  if (!result?.ok) throw new Error(`The report ${input.code} can’t be written as it was.`);
  return result.versionNumber;
}

/**
 * Nothing is left of the report but its entries in the audit log; its files are in the trash for
 * thirty days. `conflict` where it is not in the
 * bin, or where it was ordered: then it stays there for its buyers.
 */
export async function deleteForEver(
  deps: EditingDeps,
  actor: StaffActor,
  reportId: number,
): Promise<Outcome<undefined>> {
  let keys: string[] = [];
  const attempt = { actor, verb: 'report.delete-for-ever', reportId } as const;
  const outcome = await actOnReport(deps, attempt, async (tx, report, audit) => {
    if (report.state !== 'bin') return fail('conflict', 'Move the report to the bin first.');
    if (await isOrdered(tx, reportId))
      return fail(
        'conflict',
        'This report has been ordered, so it stays in the bin for its buyers.',
      );
    keys = await deleteWholly(tx, deps, report);
    audit({ before: { title: report.title, version: report.versionNumber } });
    return ok(undefined);
  });
  if (outcome.ok) await removeFiles(deps, keys);
  return outcome;
}

async function deleteWholly(tx: Tx, deps: EditingDeps, report: StoredReport): Promise<string[]> {
  const keys = await deleteReport(tx, report.id);
  await deps.invalidate(tx, [`report:${report.slug}`]);
  return keys;
}

const removeFiles = async (deps: EditingDeps, keys: readonly string[]): Promise<void> => {
  for (const key of keys) await new FileCleaning(deps).trash.move(key);
};

/** Job: reports that were in the bin for thirty days and never ordered are deleted. */
export async function emptyBin(deps: EditingDeps): Promise<void> {
  if (!(await new FileCleaning(deps).mayClean())) return;
  const before = new Date(deps.clock().getTime() - binDays * 86_400_000);
  for (const { id, code } of await listOldInBin(deps.db, before, batchSize)) {
    const keys = await deps.db.transaction().execute(async (tx) => {
      const report = await lockReportById(tx, id);
      if (report?.state !== 'bin' || (await isOrdered(tx, id))) return [];
      const deleted = await deleteWholly(tx, deps, report);
      await recordAudit(tx, deps, {
        actor: { programName: 'the emptying of the bin' },
        verb: 'report.delete-for-ever',
        thing: { kind: 'report', id: code },
        change: { before: { title: report.title, version: report.versionNumber } },
      });
      return deleted;
    });
    await removeFiles(deps, keys);
  }
}

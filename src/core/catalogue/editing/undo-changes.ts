/** Takes back what one verb did to a report, or to many. */
import type { Tx } from '../../deps.ts';
import { actAsStaff } from '../../kernel/audit.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { StaffVerb } from '../../staff/verbs.model.ts';
import { restoreReports } from '../writing/restore-reports.ts';
import { lockReports } from '../writing/stored-reports.store.ts';
import { writeReports } from '../writing/write-reports.ts';
import { listBatch, readChange, type BatchEntry } from './batches.store.ts';
import { chunkSize } from './change-many.ts';
import type { EditingDeps } from './editing-deps.ts';

export type UndoneBatch = {
  readonly restored: number;
  /** Codes of reports that were changed since, and stay as they are. */
  readonly kept: readonly string[];
};

/**
 * Every report of a batch says again what it said before it; those that were changed since stay.
 * `not-found` for an unknown batch, `conflict` for one that was undone already or published.
 */
export async function undoBatch(
  deps: EditingDeps,
  actor: StaffActor,
  batch: string,
): Promise<Outcome<UndoneBatch>> {
  const whole = findWhole(await listBatch(deps.db, batch));
  if (!whole) return fail('not-found', 'There is no such change.');
  const attempt = { verb: whole.verb, thing: { kind: 'report-batch', id: batch } };
  return actAsStaff(deps, actor, attempt, async (tx, tell) => {
    const undone = await undoWhole(tx, deps, actor, batch);
    if (undone.ok) tell({ batch, undoOf: whole.id, after: undone.value });
    return undone;
  });
}

const findWhole = (entries: readonly BatchEntry[]) =>
  entries.find(({ thingKind, undoOf }) => thingKind === 'report-batch' && undoOf === null);

async function undoWhole(
  tx: Tx,
  deps: EditingDeps,
  actor: StaffActor,
  batch: string,
): Promise<Outcome<UndoneBatch>> {
  const entries = await listBatch(tx, batch);
  const whole = findWhole(entries);
  if (!whole || entries.some(({ undoOf }) => undoOf === whole.id))
    return fail('conflict', 'This was already undone.');
  if (whole.verb === 'report.publish')
    return fail('conflict', 'Publishing can’t be undone. Withdraw the reports instead.');
  const reports = entries.filter(({ thingKind, undoOf }) => thingKind === 'report' && !undoOf);
  const kept: string[] = [];
  for (let start = 0; start < reports.length; start += chunkSize)
    kept.push(...(await undoEntries(tx, deps, actor, reports.slice(start, start + chunkSize))));
  return ok({ restored: reports.length - kept.length, kept });
}

/** The codes of those that stay as they are. */
async function undoEntries(
  tx: Tx,
  deps: EditingDeps,
  actor: StaffActor,
  entries: readonly BatchEntry[],
): Promise<string[]> {
  const written = entries.flatMap(({ thingId, before, after }) =>
    after.version === undefined ? [] : [{ code: thingId, from: after.version, to: before.version }],
  );
  const kept = await restoreReports(tx, deps, written, { actor: actor.name });
  const binned = entries.flatMap(({ thingId, after }) =>
    after.version === undefined ? [thingId] : [],
  );
  if (binned.length === 0) return kept;
  const reports = await lockReports(tx, binned);
  const inBin = reports.filter(({ state }) => state === 'bin').map(({ code }) => code);
  const inputs = inBin.map((code) => ({ code }));
  await writeReports(tx, deps, inputs, { actor: actor.name });
  return [...kept, ...binned.filter((code) => !inBin.includes(code))];
}

type AuditRow = {
  readonly id: number;
  readonly verb: string;
  readonly thingKind: string;
  readonly thingId: string;
  readonly batch: string | null;
  readonly before: unknown;
  readonly after: unknown;
};

/**
 * Undoes an entry of the audit log: a whole bulk change, or what was done to one report.
 * `conflict` where it is no such change, or the report was changed since.
 */
const undoEntry =
  (deps: EditingDeps) =>
  async (
    tx: Tx,
    entry: AuditRow,
    actor: StaffActor,
  ): Promise<Outcome<{ readonly after: object }>> => {
    if (entry.thingKind === 'report-batch') {
      const undone = await undoWhole(tx, deps, actor, entry.batch ?? '');
      return undone.ok ? ok({ after: undone.value }) : undone;
    }
    const { before, after } = readChange(entry);
    if (!isUndoable(entry)) return fail('conflict', 'This change can’t be undone.');
    const change = { ...entry, verb: entry.verb as StaffVerb, undoOf: null, before, after };
    const kept = await undoEntries(tx, deps, actor, [change]);
    if (kept.length > 0) return fail('conflict', 'This report has changed since.');
    return ok({ after: { state: before.state } });
  };

/** Drafts are restored from their versions, and what left the bin is put there again. */
function isUndoable(entry: AuditRow): boolean {
  if (entry.thingKind === 'report-batch') return true;
  const { before, after } = readChange(entry);
  const madeVersion = before.version !== undefined && after.version !== undefined;
  return madeVersion || (entry.verb === 'report.bin' && before.state !== 'bin');
}

/** What can be undone from the audit log, by verb. */
export function createUndoHandlers(deps: EditingDeps) {
  const handler = Object.assign(undoEntry(deps), { isUndoable });
  return {
    'report.price': handler,
    'report.edit': handler,
    'report.withdraw': handler,
    'report.bin': handler,
  };
}

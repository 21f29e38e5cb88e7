import { isDeepStrictEqual } from 'node:util';
import { type DraftField, isDraftField } from '../fields/report-fields.model.ts';
import type { Tx } from '../../deps.ts';
import { cleanJson } from '../../kernel/clean-text.model.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import { holdPictures } from '../../media/index.ts';
import { listLibraryPictures } from '../../media/model.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { StoredReport } from '../writing/stored-reports.store.ts';
import { normalizeValue, readDraftField, readField, type FieldEdit } from './draft.model.ts';
import { listOtherEditors, type StoredDraft } from './drafts.store.ts';
import { findSchedule, type PlannedPublishing } from './schedules.store.ts';

/** A field as it was when they began to change it, and as they have it now. */
export type FieldChange = {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
};

export type SaveRequest = {
  readonly changes: readonly FieldChange[];
  /** The revision that the sender knows. */
  readonly revision: number;
};

/** Somebody else has changed the same field: nothing of it was saved. */
export type FieldConflict = {
  readonly path: DraftField;
  readonly yours: unknown;
  readonly theirs: unknown;
  /** Missing where a publication or an import changed it. */
  readonly by?: FieldEdit;
};

export type SavedFields = {
  readonly revision: number;
  readonly saved: readonly DraftField[];
  readonly conflicts: readonly FieldConflict[];
  /** The fields that others changed since the sender's revision. */
  readonly changedByOthers: readonly {
    readonly path: DraftField;
    readonly value: unknown;
    readonly by: FieldEdit;
  }[];
  /** Names of others who have the editor open. */
  readonly editors: readonly string[];
  /** Of an earlier revision than this one: these changes are not in it. */
  readonly schedule?: PlannedPublishing;
};

/** Levels of objects within each other that a value may have: a deep list in a description. */
const maxValueDepth = 40;
const maxValueLength = 2_200_000;
const presenceMs = 30_000;

type ReadChange = { readonly path: DraftField; readonly before: unknown; readonly after: unknown };

export function readChanges(changes: readonly FieldChange[]): Outcome<ReadChange[]> {
  const read: ReadChange[] = [];
  for (const { path, before, after } of changes) {
    if (!isDraftField(path)) return fail('invalid', `There is no field “${path}” in a report.`);
    if ((JSON.stringify(after) ?? '').length > maxValueLength)
      return fail('too-large', 'This field has more than 2 million characters.');
    const [was, is] = [cleanJson(before, maxValueDepth), cleanJson(after, maxValueDepth)];
    if (!was.ok) return was;
    if (!is.ok) return is;
    read.push({ path, before: normalizeValue(was.value), after: normalizeValue(is.value) });
  }
  return ok(read);
}

export function mergeChanges(
  report: StoredReport,
  draft: StoredDraft,
  changes: readonly ReadChange[],
) {
  const accepted: ReadChange[] = [];
  const saved: DraftField[] = [];
  const conflicts: FieldConflict[] = [];
  for (const change of changes) {
    const { path, before, after } = change;
    const theirs = readDraftField(report, draft.changes, path);
    const by = draft.changedBy[path];
    if (isDeepStrictEqual(theirs, after)) saved.push(path);
    else if (isDeepStrictEqual(theirs, before)) {
      accepted.push(change);
      saved.push(path);
    } else conflicts.push({ path, yours: after, theirs, ...(by ? { by } : {}) });
  }
  return { accepted, saved, conflicts };
}

/**
 * Pictures that the fields name are not removed while they are saved. One that is gone already is
 * named before publishing: nothing that is typed is refused for it.
 */
export async function keepNamedPictures(tx: Tx, accepted: readonly ReadChange[]): Promise<void> {
  const names = accepted.flatMap(({ after }) => listLibraryPictures(JSON.stringify(after) ?? ''));
  await holdPictures(tx, names, 'description');
}

/** The draft with these fields; one that is again as the report says it is no change. */
export function applyChanges(
  report: StoredReport,
  draft: StoredDraft,
  accepted: readonly Pick<ReadChange, 'path' | 'after'>[],
  { actor, now }: { readonly actor: StaffActor; readonly now: Date },
): StoredDraft {
  if (accepted.length === 0) return draft;
  const revision = draft.revision + 1;
  const changes = new Map<string, unknown>(Object.entries(draft.changes));
  const edit = { staffId: actor.staffId, name: actor.name, at: now.toISOString(), revision };
  for (const { path, after } of accepted)
    if (isDeepStrictEqual(after, readField(report, path))) changes.delete(path);
    else changes.set(path, after);
  return {
    revision,
    changes: Object.fromEntries(changes),
    changedBy: {
      ...draft.changedBy,
      ...Object.fromEntries(accepted.map(({ path }) => [path, edit])),
    },
    updatedAt: now,
  };
}

export async function describeOthers(
  tx: Tx,
  { reportId, actor, now }: { reportId: number; actor: StaffActor; now: Date },
  { report, draft, revision }: { report: StoredReport; draft: StoredDraft; revision: number },
): Promise<Pick<SavedFields, 'changedByOthers' | 'editors' | 'schedule'>> {
  const since = new Date(now.getTime() - presenceMs);
  const schedule = await findSchedule(tx, reportId);
  return {
    changedByOthers: Object.entries(draft.changedBy).flatMap(([path, by]) =>
      isDraftField(path) && by && by.revision > revision && by.staffId !== actor.staffId
        ? [{ path, value: readDraftField(report, draft.changes, path), by }]
        : [],
    ),
    editors: await listOtherEditors(tx, reportId, { staffId: actor.staffId, since }),
    ...(schedule ? { schedule } : {}),
  };
}

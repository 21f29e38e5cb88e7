/** Drafts of reports, and who has one open. */
import type { Database, Tx } from '../../deps.ts';
import type { ChangedBy, DraftChanges } from './draft.model.ts';

export type StoredDraft = {
  readonly revision: number;
  readonly changes: DraftChanges;
  readonly changedBy: ChangedBy;
  readonly updatedAt: Date;
};

const selectDraft = (db: Database | Tx, reportId: number) =>
  db
    .selectFrom('reportDraft')
    .select(['revision', 'changes', 'changedBy', 'updatedAt'])
    .where('reportId', '=', reportId);

export const readDraft = (db: Database | Tx, reportId: number): Promise<StoredDraft | undefined> =>
  selectDraft(db, reportId).executeTakeFirst();

/** The report's draft, made if there is none, and locked until the transaction ends. */
export async function lockDraft(tx: Tx, reportId: number, now: Date): Promise<StoredDraft> {
  await tx
    .insertInto('reportDraft')
    .values({ reportId, revision: 1, changes: {}, changedBy: {}, updatedAt: now })
    .onConflict((conflict) => conflict.column('reportId').doNothing())
    .execute();
  return selectDraft(tx, reportId).forUpdate().executeTakeFirstOrThrow();
}

export async function putDraft(tx: Tx, reportId: number, draft: StoredDraft): Promise<void> {
  await tx.updateTable('reportDraft').set(draft).where('reportId', '=', reportId).execute();
}

/** They have the editor open now; `hasEdited` if they changed something. */
export async function noteEditor(
  db: Database | Tx,
  editor: { readonly reportId: number; readonly staffId: number; readonly now: Date },
  hasEdited: boolean,
): Promise<void> {
  const { reportId, staffId, now } = editor;
  const seen = { seenAt: now, ...(hasEdited ? { editedAt: now } : {}) };
  await db
    .insertInto('reportEditor')
    .values({ reportId, staffId, ...seen })
    .onConflict((conflict) => conflict.columns(['reportId', 'staffId']).doUpdateSet(seen))
    .execute();
}

/** Names of the others who have had the editor open since then. */
export async function listOtherEditors(
  db: Database | Tx,
  reportId: number,
  { staffId, since }: { readonly staffId: number; readonly since: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('reportEditor')
    .innerJoin('staff', 'staff.id', 'reportEditor.staffId')
    .select('staff.name')
    .where('reportId', '=', reportId)
    .where('staffId', '<>', staffId)
    .where('seenAt', '>=', since)
    .orderBy('staff.name')
    .execute();
  return rows.map(({ name }) => name);
}

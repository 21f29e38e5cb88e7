/** Drafts that are published at a time. */
import type { Database, Tx } from '../../deps.ts';
import type { DraftChanges, PublishKind } from './draft.model.ts';

export type NewSchedule = {
  readonly reportId: number;
  readonly revision: number;
  readonly changes: DraftChanges;
  readonly kind: PublishKind;
  readonly reason: string;
  readonly publishAt: Date;
  readonly zone: string;
  readonly staffId: number;
  readonly createdAt: Date;
};

/** A planned publication; `failure` if it could not be. */
export type PlannedPublishing = Pick<
  NewSchedule,
  'revision' | 'kind' | 'reason' | 'publishAt' | 'zone'
> & { readonly by: string; readonly failure: string | null };

export const findSchedule = (
  db: Database | Tx,
  reportId: number,
): Promise<PlannedPublishing | undefined> =>
  db
    .selectFrom('reportSchedule')
    .innerJoin('staff', 'staff.id', 'reportSchedule.staffId')
    .select(['revision', 'kind', 'reason', 'publishAt', 'zone', 'failure', 'staff.name as by'])
    .where('reportId', '=', reportId)
    .executeTakeFirst();

/** In the place of an earlier one. */
export async function putSchedule(tx: Tx, schedule: NewSchedule): Promise<void> {
  await removeSchedule(tx, schedule.reportId);
  await tx.insertInto('reportSchedule').values(schedule).execute();
}

/** True if there was one. */
export async function removeSchedule(tx: Tx, reportId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('reportSchedule')
    .where('reportId', '=', reportId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export type DueSchedule = Omit<NewSchedule, 'createdAt' | 'staffId'> & {
  /** Of the person who scheduled it. */
  readonly email: string;
  readonly name: string;
};

/** A report's schedule with its author, if it is due. */
export const readDueSchedule = (
  tx: Tx,
  reportId: number,
  now: Date,
): Promise<DueSchedule | undefined> =>
  tx
    .selectFrom('reportSchedule')
    .innerJoin('staff', 'staff.id', 'reportSchedule.staffId')
    .select(['reportId', 'revision', 'changes', 'kind', 'reason', 'publishAt', 'zone'])
    .select(['staff.email', 'staff.name'])
    .where('reportId', '=', reportId)
    .where('publishAt', '<=', now)
    .where('failedAt', 'is', null)
    .executeTakeFirst();

export async function noteFailure(
  tx: Tx,
  reportId: number,
  { failedAt, failure }: { readonly failedAt: Date; readonly failure: string },
): Promise<void> {
  await tx
    .updateTable('reportSchedule')
    .set({ failedAt, failure })
    .where('reportId', '=', reportId)
    .execute();
}

import { sql, type Updateable } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import type { DB } from '../../kernel/database-types.ts';
import type { Role } from '../../staff/model.ts';

export const findEnquiry = (db: Database, id: number) =>
  db
    .selectFrom('lead')
    .leftJoin('staff', 'staff.id', 'lead.ownerId')
    .leftJoin('report', 'report.id', 'lead.reportId')
    .selectAll('lead')
    .select(['staff.name as ownerName', 'report.code as reportCode', 'report.title as reportTitle'])
    .where('lead.id', '=', id)
    .executeTakeFirst();

export type EnquiryColumns = NonNullable<Awaited<ReturnType<typeof findEnquiry>>>;

/** The enquiry as it is now, locked until `tx` ends. */
export const lockEnquiry = (tx: Tx, id: number) =>
  tx.selectFrom('lead').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export type LockedEnquiry = NonNullable<Awaited<ReturnType<typeof lockEnquiry>>>;

/** Enquiries by id, locked until `tx` ends. */
export const lockEnquiries = (tx: Tx, ids: readonly number[]) =>
  tx.selectFrom('lead').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();

export async function updateEnquiries(
  tx: Tx,
  ids: readonly number[],
  changes: Pick<Updateable<DB['lead']>, 'state' | 'ownerId' | 'followUpOn' | 'firstAnsweredAt'>,
): Promise<void> {
  await tx.updateTable('lead').set(changes).where('id', 'in', ids).execute();
}

/** Every other enquiry of the mailbox, newest first, at most 100. */
export const listEnquiriesOfMailbox = (db: Database, mailbox: string, exceptId?: number) =>
  db
    .selectFrom('lead')
    .leftJoin('report', 'report.id', 'lead.reportId')
    .select(['lead.id', 'lead.kind', 'lead.state', 'lead.createdAt', 'lead.email'])
    .select(['lead.reportId', 'report.code as reportCode'])
    .where('mailbox', '=', mailbox)
    .$if(exceptId !== undefined, (query) => query.where('lead.id', '!=', Number(exceptId)))
    .orderBy('lead.id', 'desc')
    .limit(100)
    .execute();

export const listNotes = (db: Database, leadId: number) =>
  db
    .selectFrom('leadNote')
    .innerJoin('staff', 'staff.id', 'leadNote.staffId')
    .select(['leadNote.id', 'staff.name as author', 'body', 'leadNote.createdAt'])
    .where('leadId', '=', leadId)
    .orderBy('leadNote.id')
    .execute();

type NewNote = { leadId: number; staffId: number; body: string; createdAt: Date };

/** The new note's id. */
export async function insertNote(tx: Tx, note: NewNote): Promise<number> {
  const inserted = tx.insertInto('leadNote').values(note).returning('id');
  return (await inserted.executeTakeFirstOrThrow()).id;
}

/** Lists what staff did to the enquiry, and what they were refused, oldest first. */
export const listHistory = (db: Database, leadId: number) =>
  db
    .selectFrom('auditEntry')
    .select(['at', 'actorName', 'verb', 'outcome', 'refusal', 'after'])
    .where('thingKind', '=', 'enquiry')
    .where('thingId', '=', String(leadId))
    .where('outcome', '!=', 'proof-asked')
    .orderBy('id')
    .limit(500)
    .execute();

/** Staff of these roles who are not disabled, by name. */
export const listStaffOfRoles = (db: Database | Tx, roles: readonly Role[]) =>
  db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('role', 'in', roles)
    .where('disabledAt', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();

/** How long first answers took for enquiries that were sent in a span of time, without spam. */
export async function readAnswerTimes(
  db: Database,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<{ received: number; answered: number; medianMinutes: number | null }> {
  const row = await db
    .selectFrom('lead')
    .select((eb) => [
      eb.fn.countAll<number>().as('received'),
      eb.fn.count<number>('firstAnsweredAt').as('answered'),
      sql<number | null>`(percentile_cont(0.5) within group (
        order by extract(epoch from first_answered_at - created_at) / 60))::float8`.as(
        'medianMinutes',
      ),
    ])
    .where('state', '!=', 'spam')
    .where('createdAt', '>=', from)
    .where('createdAt', '<', until)
    .executeTakeFirstOrThrow();
  return row;
}

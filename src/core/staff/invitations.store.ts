import type { Insertable, Selectable } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { DB } from '../kernel/database-types.ts';
import type { StaffInvitation } from './model.ts';

type InvitationRow = Selectable<DB['staffInvitation']>;

/** Invitations of the address before it no longer work. */
export async function replaceInvitation(
  tx: Tx,
  invitation: Insertable<DB['staffInvitation']>,
): Promise<void> {
  await revokeInvitationsTo(tx, invitation.email, new Date(invitation.createdAt));
  await tx.insertInto('staffInvitation').values(invitation).execute();
}

export async function revokeInvitationsTo(tx: Tx, email: string, now: Date): Promise<void> {
  await tx
    .updateTable('staffInvitation')
    .set({ revokedAt: now })
    .where('email', '=', email)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .execute();
}

const whereOpen = (db: Database | Tx, now: Date) =>
  db
    .selectFrom('staffInvitation')
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now);

/** Oldest first. */
export const listOpenInvitations = (db: Database, now: Date): Promise<StaffInvitation[]> =>
  whereOpen(db, now)
    .select(['id', 'email', 'role', 'createdAt', 'expiresAt'])
    .orderBy('id')
    .limit(200)
    .execute();

export const findOpenInvitation = (
  db: Database | Tx,
  tokenHash: string,
  now: Date,
): Promise<InvitationRow | undefined> =>
  whereOpen(db, now).selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst();

/** The same, locked: of two who accept one waits, and finds it gone. */
export const lockOpenInvitation = (
  tx: Tx,
  tokenHash: string,
  now: Date,
): Promise<InvitationRow | undefined> =>
  whereOpen(tx, now).selectAll().where('tokenHash', '=', tokenHash).forUpdate().executeTakeFirst();

export async function markAccepted(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('staffInvitation').set({ acceptedAt: now }).where('id', '=', id).execute();
}

/** Its address; undefined if no such invitation is open. */
export const revokeInvitation = (
  tx: Tx,
  id: number,
  now: Date,
): Promise<{ email: string } | undefined> =>
  tx
    .updateTable('staffInvitation')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .returning('email')
    .executeTakeFirst();

import type { Selectable } from 'kysely';
import type { Tx } from '#core/deps.ts';
import type { DB } from '#core/kernel/database-types.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

/**
 * A colleague's place in a licence. An invited one has neither `acceptedAt` nor `revokedAt`. The
 * token is sealed.
 */
export type SeatRow = Selectable<DB['seat']>;

export const findSeat = (db: DatabaseOrTx, id: number) =>
  db.selectFrom('seat').selectAll().where('id', '=', id).executeTakeFirst();

/** The seat with one of these tokens (of `Secrets.listStored`), revoked or not. */
export const findSeatByToken = (db: DatabaseOrTx, storedTokens: readonly string[]) =>
  db.selectFrom('seat').selectAll().where('token', 'in', storedTokens).executeTakeFirst();

/** Every seat that an order ever had, the revoked ones included. */
export const listAllSeats = (db: DatabaseOrTx, purchaseId: number) =>
  db.selectFrom('seat').selectAll().where('purchaseId', '=', purchaseId).orderBy('id').execute();

/** The seats of an order that are invited or accepted, oldest first. */
export const listActiveSeats = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('seat')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('revokedAt', 'is', null)
    .orderBy('id')
    .execute();

export const listAcceptedSeats = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('seat')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('acceptedAt', 'is not', null)
    .where('revokedAt', 'is', null)
    .execute();

/** The seat as it is now, locked until the transaction ends; undefined once it is revoked. */
export const lockActiveSeat = (tx: Tx, id: number) =>
  tx
    .selectFrom('seat')
    .selectAll()
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();

type NewSeat = Pick<SeatRow, 'purchaseId' | 'name' | 'email' | 'token' | 'invitedAt'>;

export const insertSeat = (tx: Tx, seat: NewSeat) =>
  tx.insertInto('seat').values(seat).returning(['id', 'token']).executeTakeFirstOrThrow();

/** The seat is invited again, and no longer revoked; without a name it keeps the one it has. */
export const inviteSeatAgain = (
  tx: Tx,
  id: number,
  changes: { readonly invitedAt: Date; readonly name?: string },
) =>
  tx
    .updateTable('seat')
    .set({ ...changes, revokedAt: null })
    .where('id', '=', id)
    .returning(['id', 'token'])
    .executeTakeFirstOrThrow();

export async function markSeatAccepted(tx: Tx, id: number, acceptedAt: Date): Promise<void> {
  await tx.updateTable('seat').set({ acceptedAt }).where('id', '=', id).execute();
}

/** Revokes the active seat of an address; undefined if there is none. */
export const revokeSeatByEmail = (tx: Tx, purchaseId: number, email: string, revokedAt: Date) =>
  tx
    .updateTable('seat')
    .set({ revokedAt, acceptedAt: null })
    .where('purchaseId', '=', purchaseId)
    .where('email', '=', email)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();

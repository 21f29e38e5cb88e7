import type { Selectable } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { DB } from '../kernel/database-types.ts';
import type { CustomerRow } from './customers.store.ts';

export type SessionRow = Selectable<DB['customerSession']>;

export async function insertSession(tx: Tx, session: SessionRow): Promise<void> {
  await tx.insertInto('customerSession').values(session).execute();
}

/** The customer of a session that has not expired. */
export const findSessionCustomer = (
  db: Database,
  tokenHash: string,
  now: Date,
): Promise<CustomerRow | undefined> =>
  db
    .selectFrom('customerSession')
    .innerJoin('customer', 'customer.id', 'customerSession.customerId')
    .selectAll('customer')
    .where('customerSession.tokenHash', '=', tokenHash)
    .where('customerSession.expiresAt', '>', now)
    .executeTakeFirst();

/** Newest first. */
export const listActiveSessions = (
  db: Database,
  customerId: number,
  now: Date,
): Promise<SessionRow[]> =>
  db
    .selectFrom('customerSession')
    .selectAll()
    .where('customerId', '=', customerId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .execute();

export async function deleteSession(db: Database, tokenHash: string): Promise<void> {
  await db.deleteFrom('customerSession').where('tokenHash', '=', tokenHash).execute();
}

export async function deleteOtherSessions(
  db: Database,
  customerId: number,
  keptTokenHash: string,
): Promise<void> {
  await db
    .deleteFrom('customerSession')
    .where('customerId', '=', customerId)
    .where('tokenHash', '!=', keptTokenHash)
    .execute();
}

export async function deleteAllSessions(tx: Tx, customerId: number): Promise<void> {
  await tx.deleteFrom('customerSession').where('customerId', '=', customerId).execute();
}

/** Sessions of customers, those that have expired as well, newest first. */
export async function listSessionsOf(
  db: Database | Tx,
  customerIds: readonly number[],
): Promise<Pick<SessionRow, 'customerId' | 'createdAt' | 'expiresAt' | 'userAgent'>[]> {
  if (customerIds.length === 0) return [];
  return db
    .selectFrom('customerSession')
    .select(['customerId', 'createdAt', 'expiresAt', 'userAgent'])
    .where('customerId', 'in', customerIds)
    .orderBy('createdAt', 'desc')
    .execute();
}

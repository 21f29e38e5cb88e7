import type { Selectable } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { DB } from '../kernel/database-types.ts';
import { idleHours, type Role, type StaffSession } from './model.ts';

type SessionRow = Selectable<DB['staffSession']>;

export async function insertSession(tx: Tx, session: SessionRow): Promise<void> {
  await tx.insertInto('staffSession').values(session).execute();
}

type UsableSession = Pick<SessionRow, 'staffId' | 'provedAt' | 'lastUsedAt'> & {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
};

/** A session that has not ended, was used since `idleSince`, and whose person is not disabled. */
export const findUsableSession = (
  db: Database,
  tokenHash: string,
  { now, idleSince }: { readonly now: Date; readonly idleSince: Date },
): Promise<UsableSession | undefined> =>
  db
    .selectFrom('staffSession')
    .innerJoin('staff', 'staff.id', 'staffSession.staffId')
    .select(['staffSession.staffId', 'staffSession.provedAt', 'staffSession.lastUsedAt'])
    .select(['staff.name', 'staff.email', 'staff.role'])
    .where('staffSession.tokenHash', '=', tokenHash)
    .where('staffSession.expiresAt', '>', now)
    .where('staffSession.lastUsedAt', '>', idleSince)
    .where('staff.disabledAt', 'is', null)
    .executeTakeFirst();

/** True if the person has a session that was begun from this network and has not ended. */
export async function hasSessionFrom(
  db: Database,
  { staffId, ip, now }: { readonly staffId: number; readonly ip: string; readonly now: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('staffSession')
    .select('staffId')
    .where('staffId', '=', staffId)
    .where('ip', '=', ip)
    .where('expiresAt', '>', now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The person was seen. */
export async function noteSeen(tx: Tx, staffId: number, now: Date): Promise<void> {
  await tx.updateTable('staff').set({ lastSeenAt: now }).where('id', '=', staffId).execute();
}

/** The session was used now, and the person was seen. */
export async function noteSessionUse(db: Database, tokenHash: string, now: Date): Promise<void> {
  await db
    .with('used', (cte) =>
      cte
        .updateTable('staffSession')
        .set({ lastUsedAt: now })
        .where('tokenHash', '=', tokenHash)
        .returning('staffId'),
    )
    .updateTable('staff')
    .set({ lastSeenAt: now })
    .where('id', 'in', (query) => query.selectFrom('used').select('staffId'))
    .execute();
}

export async function deleteSession(db: Database | Tx, tokenHash: string): Promise<void> {
  await db.deleteFrom('staffSession').where('tokenHash', '=', tokenHash).execute();
}

/** Sessions of everybody that have ended, so that the table stays small. */
export async function deleteEndedSessions(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('staffSession').where('expiresAt', '<=', now).execute();
}

/** Last used first; those that have ended by themselves are left out. */
export async function listUsableSessions(
  db: Database,
  staffId: number,
  { now, currentHash }: { readonly now: Date; readonly currentHash?: string },
): Promise<StaffSession[]> {
  const rows = await db
    .selectFrom('staffSession')
    .select(['tokenHash', 'createdAt', 'lastUsedAt', 'ip', 'userAgent'])
    .where('staffId', '=', staffId)
    .where('expiresAt', '>', now)
    .where('lastUsedAt', '>', new Date(now.getTime() - idleHours * 3_600_000))
    .orderBy('lastUsedAt', 'desc')
    .execute();
  return rows.map(({ tokenHash: id, ...row }) => ({ ...row, id, isCurrent: id === currentHash }));
}

/** A person's sessions end, all but `kept` or `only` one of them; answers how many. */
export async function deleteSessionsOf(
  tx: Tx,
  staffId: number,
  { kept, only }: { readonly kept?: string; readonly only?: string | undefined } = {},
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('staffSession')
    .where('staffId', '=', staffId)
    .$if(kept !== undefined, (query) => query.where('tokenHash', '!=', kept ?? ''))
    .$if(only !== undefined, (query) => query.where('tokenHash', '=', only ?? ''))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Identity was proved in the session just now. */
export async function renewProof(
  tx: Tx,
  { staffId, tokenHash }: { readonly staffId: number; readonly tokenHash: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('staffSession')
    .set({ provedAt: now })
    .where('staffId', '=', staffId)
    .where('tokenHash', '=', tokenHash)
    .execute();
}

import type { Selectable } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { DB } from '../kernel/database-types.ts';
import type { Role } from './model.ts';

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
export const listUsableSessions = (
  db: Database,
  staffId: number,
  { now, idleSince }: { readonly now: Date; readonly idleSince: Date },
): Promise<SessionRow[]> =>
  db
    .selectFrom('staffSession')
    .selectAll()
    .where('staffId', '=', staffId)
    .where('expiresAt', '>', now)
    .where('lastUsedAt', '>', idleSince)
    .orderBy('lastUsedAt', 'desc')
    .execute();

/** True where the person had such a session. */
export const deleteSessionOf = async (
  tx: Tx,
  staffId: number,
  tokenHash: string,
): Promise<boolean> =>
  (await tx
    .deleteFrom('staffSession')
    .where('staffId', '=', staffId)
    .where('tokenHash', '=', tokenHash)
    .returning('staffId')
    .executeTakeFirst()) !== undefined;

/** All of a person's sessions but one end. */
export async function deleteSessionsOf(tx: Tx, staffId: number, keptTokenHash = ''): Promise<void> {
  await tx
    .deleteFrom('staffSession')
    .where('staffId', '=', staffId)
    .where('tokenHash', '!=', keptTokenHash)
    .execute();
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

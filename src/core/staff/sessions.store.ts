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

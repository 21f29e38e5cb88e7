import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { DB } from '../kernel/database-types.ts';
import type { Factor } from './model.ts';

export type FactorRow = Selectable<DB['staffFactor']>;

/** Every factor of a person, also one that is not confirmed yet; oldest first. */
export const listFactors = (db: Database | Tx, staffId: number): Promise<FactorRow[]> =>
  db.selectFrom('staffFactor').selectAll().where('staffId', '=', staffId).orderBy('id').execute();

export async function insertFactor(
  tx: Tx,
  factor: {
    readonly staffId: number;
    readonly kind: Factor['kind'];
    readonly name: string;
    readonly data: object;
    readonly now: Date;
    /** False for an app that has not shown a code yet. */
    readonly isConfirmed: boolean;
  },
): Promise<void> {
  const { data, now, isConfirmed, ...rest } = factor;
  await tx
    .insertInto('staffFactor')
    .values({
      ...rest,
      data: JSON.stringify(data),
      createdAt: now,
      confirmedAt: isConfirmed ? now : null,
    })
    .execute();
}

export async function confirmFactor(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('staffFactor').set({ confirmedAt: now }).where('id', '=', id).execute();
}

/** The factor proved who somebody is: at this step, with these data from now on. */
export async function noteFactorUse(
  tx: Tx,
  id: number,
  use: { readonly now: Date; readonly step?: number; readonly data?: object },
): Promise<void> {
  await tx
    .updateTable('staffFactor')
    .set({
      lastUsedAt: use.now,
      ...(use.step === undefined ? {} : { lastStep: use.step }),
      ...(use.data === undefined ? {} : { data: JSON.stringify(use.data) }),
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteFactor(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('staffFactor').where('id', '=', id).execute();
}

export async function deleteFactors(
  tx: Tx,
  staffId: number,
  kinds: readonly Factor['kind'][],
): Promise<void> {
  await tx
    .deleteFrom('staffFactor')
    .where('staffId', '=', staffId)
    .where('kind', 'in', kinds)
    .execute();
}

/** A passkey by what it calls itself. */
export const findPasskey = (
  db: Database | Tx,
  credentialId: string,
): Promise<FactorRow | undefined> =>
  db
    .selectFrom('staffFactor')
    .selectAll()
    .where('kind', '=', 'passkey')
    .where(sql`data ->> 'credentialId'`, '=', credentialId)
    .executeTakeFirst();

/** Those that nobody answered in time go. */
export async function insertChallenge(
  db: Database,
  challenge: {
    readonly challenge: string;
    readonly staffId: number | null;
    readonly expiresAt: Date;
  },
  now: Date,
): Promise<void> {
  await db.deleteFrom('staffChallenge').where('expiresAt', '<=', now).execute();
  await db.insertInto('staffChallenge').values(challenge).execute();
}

/** True for a challenge that is still to be answered, by this person or by anybody; once. */
export async function takeChallenge(
  db: Database | Tx,
  { challenge, staffId }: { readonly challenge: string; readonly staffId: number | null },
  now: Date,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('staffChallenge')
    .where('challenge', '=', challenge)
    .where('staffId', 'is not distinct from', staffId)
    .where('expiresAt', '>', now)
    .returning('challenge')
    .executeTakeFirst();
  return taken !== undefined;
}

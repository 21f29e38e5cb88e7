import type { Insertable, Selectable } from 'kysely';
import type { Database, Tx } from '../given-deps.ts';
import type { DB } from './database-types.ts';

/** A cleaning that would have removed unusually much, and waits for an owner. */
export type HeldCleaning = Selectable<DB['heldCleaning']>;

export const findHeldCleaning = (db: Database, kind: string): Promise<HeldCleaning | undefined> =>
  db.selectFrom('heldCleaning').selectAll().where('kind', '=', kind).executeTakeFirst();

export const listHeldCleanings = (db: Database): Promise<HeldCleaning[]> =>
  db.selectFrom('heldCleaning').selectAll().orderBy('kind').execute();

/** It waits for an owner, also if they have allowed an earlier one. */
export async function holdCleaning(
  db: Database,
  held: Omit<Insertable<DB['heldCleaning']>, 'allowedAt'>,
): Promise<void> {
  await db
    .insertInto('heldCleaning')
    .values({ ...held, allowedAt: null })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ ...held, allowedAt: null }))
    .execute();
}

export async function removeHeldCleaning(db: Database, kind: string): Promise<void> {
  await db.deleteFrom('heldCleaning').where('kind', '=', kind).execute();
}

/** True if such a cleaning waits and may go on now. */
export async function allowHeldCleaning(tx: Tx, kind: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('heldCleaning')
    .set({ allowedAt: now })
    .where('kind', '=', kind)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

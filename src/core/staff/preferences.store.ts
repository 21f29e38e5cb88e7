import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import { defaultPreferences, type StaffPreferences } from './model.ts';

export async function readPreferences(db: Database, staffId: number): Promise<StaffPreferences> {
  const row = await db
    .selectFrom('staff')
    .select(sql<Partial<StaffPreferences>>`preferences`.as('preferences'))
    .where('id', '=', staffId)
    .executeTakeFirst();
  return { ...defaultPreferences, ...row?.preferences };
}

export async function updatePreferences(
  tx: Tx,
  staffId: number,
  changes: Partial<StaffPreferences>,
): Promise<void> {
  await tx
    .updateTable('staff')
    .set({ preferences: sql`preferences || ${JSON.stringify(changes)}::jsonb` })
    .where('id', '=', staffId)
    .execute();
}

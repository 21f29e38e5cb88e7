import { sql, type Insertable } from 'kysely';
import type { Database } from '#core/deps.ts';
import type { DB } from '#core/kernel/database-types.ts';
import type { ProviderCallFacts } from './provider-call.model.ts';

type NewProviderCall = Omit<Insertable<DB['providerCall']>, 'facts'> & {
  readonly facts: ProviderCallFacts;
};

/** A call or a webhook; answers the id of its row. */
export async function insertProviderCall(db: Database, call: NewProviderCall): Promise<string> {
  const row = await db
    .insertInto('providerCall')
    .values(call)
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

type Answer = {
  readonly endedAt: Date;
  readonly status: string;
  readonly facts: ProviderCallFacts;
  /** Where the call made it. */
  readonly providerId?: string | undefined;
};

/** The call was answered. Its facts are added to those that it was sent with. */
export async function setAnswer(
  db: Database,
  id: string,
  { endedAt, status, facts, providerId }: Answer,
): Promise<void> {
  await db
    .updateTable('providerCall')
    .set({
      endedAt,
      status,
      facts: sql`facts || ${JSON.stringify(facts)}::jsonb`,
      ...(providerId ? { providerId } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Counts a call once more if the order's newest row is the same call with the same answer; false
 * if it is not.
 */
export async function repeatLastCall(db: Database, call: NewProviderCall): Promise<boolean> {
  if (!call.purchaseId) return false;
  const { numUpdatedRows } = await db
    .updateTable('providerCall')
    .set((eb) => ({ times: eb('times', '+', 1), endedAt: call.endedAt ?? null }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('providerCall')
        .select('id')
        .where('purchaseId', '=', call.purchaseId ?? 0)
        .orderBy('id', 'desc')
        .limit(1),
    )
    .where('what', '=', call.what)
    .where('status', '=', call.status ?? '')
    .where('providerId', '=', call.providerId ?? '')
    .where(sql<boolean>`facts = ${JSON.stringify(call.facts)}::jsonb`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

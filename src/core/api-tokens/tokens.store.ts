import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { ApiToken } from './model.ts';

const columns = [
  'id',
  'name',
  'scopes',
  'createdBy',
  'createdAt',
  'lastUsedAt',
  'revokedAt',
  'expiresAt',
] as const;

type NewToken = {
  readonly name: string;
  readonly hash: string;
  readonly scopes: string[];
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
};

/** False if another token in use has the name; one that has expired gives its name away. */
export async function insertToken(db: Tx, given: NewToken): Promise<boolean> {
  await db
    .updateTable('apiToken')
    .set((eb) => ({ revokedAt: eb.ref('expiresAt') }))
    .where('name', '=', given.name)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '<=', given.createdAt)
    .execute();
  const row = await db
    .insertInto('apiToken')
    .values(given)
    .onConflict((conflict) => conflict.column('name').where('revokedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The token of this hash, unless it is revoked; it may have expired. */
export const findUnrevokedToken = (db: Database, hash: string): Promise<ApiToken | undefined> =>
  db
    .selectFrom('apiToken')
    .select(columns)
    .where('hash', '=', hash)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();

/** Noted once a minute at most, so that a busy program writes little. */
export async function noteUse(db: Database, id: number, now: Date): Promise<void> {
  await db
    .updateTable('apiToken')
    .set({ lastUsedAt: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('lastUsedAt', 'is', null),
        eb('lastUsedAt', '<', sql<Date>`${now}::timestamptz - interval '1 minute'`),
      ]),
    )
    .execute();
}

/** False if no usable token has the name. */
export async function revokeToken(db: Tx, name: string, revokedAt: Date): Promise<boolean> {
  const row = await db
    .updateTable('apiToken')
    .set({ revokedAt })
    .where('name', '=', name)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const listTokens = (db: Database): Promise<ApiToken[]> =>
  db.selectFrom('apiToken').select(columns).orderBy('id').execute();

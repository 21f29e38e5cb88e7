import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import { readOnce } from '../kernel/read-once.ts';
import { insertPolicyVersion } from './policies/policies.store.ts';
import type { StoreSettings } from './settings.model.ts';

type DatabaseOrTx = Database | Tx;

/** The newest version without its body; undefined if the store has no settings yet. */
export function findVersion(db: DatabaseOrTx) {
  const find = () =>
    db
      .selectFrom('storeSettings')
      .select(['version', 'changedAt'])
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
  return db.isTransaction ? find() : readOnce('settings version', find);
}

export async function getBody(db: DatabaseOrTx, version: number): Promise<unknown> {
  const row = await db
    .selectFrom('storeSettings')
    .select('body')
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return row.body;
}

/** Newest first. */
export const listVersions = (db: DatabaseOrTx) =>
  db
    .selectFrom('storeSettings')
    .select(['version', 'changedAt', 'changedBy'])
    .orderBy('version', 'desc')
    .execute();

/**
 * Who wrote the newest version after `since` in which one of these places is another than in the
 * version before it; undefined if there is none. Of a list the whole is compared.
 */
export async function findChanger(
  db: DatabaseOrTx,
  paths: readonly (readonly string[])[],
  since: number,
): Promise<string | undefined> {
  const values = sql.join(
    paths.map((path) => {
      const whole = sql`body -> ${path[0]}::text`;
      return sql`case jsonb_typeof(${whole}) when 'array' then ${whole}
        else body #> ${sql.val([...path])}::text[] end`;
    }),
  );
  const { rows } = await sql<{ changedBy: string }>`
    with versions as (
      select version, changed_by, jsonb_build_array(${values}) as now
      from store_settings where version >= ${since}
    ), compared as (
      select version, changed_by, now, lag(now) over (order by version) as before from versions
    )
    select changed_by from compared
    where version > ${since} and now is distinct from before
    order by version desc limit 1`.execute(db);
  return rows[0]?.changedBy;
}

/** Any constant will do; no other lock of ours has this one. */
const settingsLock = 7_250_025;

/** In `tx`: nobody else changes the settings, and no order is placed, until it ends. */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${settingsLock})`.execute(tx);
}

/** In `tx`: the settings stay as they are until it ends. */
export async function holdSettings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${settingsLock})`.execute(tx);
}

/** The same. Answers the currency. */
export async function holdCurrency(tx: Tx): Promise<string> {
  await holdSettings(tx);
  const { currency } = await tx
    .selectFrom('storeSettings')
    .select(sql<string>`body ->> 'currency'`.as('currency'))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return currency;
}

type NewVersion = {
  readonly version: number;
  readonly body: StoreSettings;
  readonly changedAt: Date;
  readonly changedBy: string;
};

/** Policies whose text is new are versions of their own. */
export async function insertVersion(tx: Tx, version: NewVersion): Promise<void> {
  await tx.insertInto('storeSettings').values(version).execute();
  for (const [name, policy] of Object.entries(version.body.policies))
    await insertPolicyVersion(tx, name, policy, version);
}

export async function hasOrders(db: DatabaseOrTx): Promise<boolean> {
  return (await db.selectFrom('purchase').select('id').limit(1).executeTakeFirst()) !== undefined;
}

import { sql, type Selectable } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { DB } from '../kernel/database-types.ts';

export type CustomerRow = Selectable<DB['customer']>;

/** The id of the new customer; undefined if the email has an account already. */
export async function insertCustomer(
  tx: Tx,
  values: Pick<
    CustomerRow,
    'email' | 'name' | 'mobileNo' | 'address' | 'passwordHash' | 'createdAt'
  >,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('customer')
    .values(values)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export const findCustomer = (db: Database, id: number): Promise<CustomerRow | undefined> =>
  db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst();

export const findCustomerByEmail = (
  db: Database,
  email: string,
): Promise<CustomerRow | undefined> =>
  db.selectFrom('customer').selectAll().where('email', '=', email).executeTakeFirst();

/** The same, locked against changes until `tx` ends. */
export const lockCustomerByEmail = (tx: Tx, email: string): Promise<CustomerRow | undefined> =>
  tx.selectFrom('customer').selectAll().where('email', '=', email).forUpdate().executeTakeFirst();

/** Throws for a customer whose account was deleted. */
export const getPasswordHash = async (db: Database, id: number): Promise<string> =>
  (
    await db
      .selectFrom('customer')
      .select('passwordHash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).passwordHash;

/** True if the customer still has this password, which stays so until `tx` ends. */
export async function lockUnchangedPassword(
  tx: Tx,
  id: number,
  passwordHash: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the password is no longer the one of `oldHash`. */
export async function replacePassword(
  tx: Tx,
  id: number,
  { oldHash, newHash }: { oldHash: string; newHash: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('customer')
    .set({ passwordHash: newHash })
    .where('id', '=', id)
    .where('passwordHash', '=', oldHash)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets the password and confirms the email. undefined if the customer's email has changed. */
export const resetPasswordByEmail = (
  tx: Tx,
  { id, email }: Pick<CustomerRow, 'id' | 'email'>,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<CustomerRow | undefined> =>
  tx
    .updateTable('customer')
    .set({ passwordHash, confirmedAt: sql`coalesce(confirmed_at, ${now})` })
    .where('id', '=', id)
    .where('email', '=', email)
    .returningAll()
    .executeTakeFirst();

export async function updateProfile(
  tx: Tx,
  id: number,
  profile: Pick<CustomerRow, 'name' | 'mobileNo' | 'address' | 'countryId' | 'region' | 'city'>,
): Promise<void> {
  await tx.updateTable('customer').set(profile).where('id', '=', id).execute();
}

export async function setConfirmedEmail(
  tx: Tx,
  id: number,
  { email, confirmedAt }: { email: string; confirmedAt: Date },
): Promise<void> {
  await tx.updateTable('customer').set({ email, confirmedAt }).where('id', '=', id).execute();
}

/** Deletes the customer with sessions and tokens, unless the password was changed meanwhile. */
export async function deleteCustomer(tx: Tx, id: number, passwordHash: string): Promise<void> {
  await tx
    .deleteFrom('customer')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .execute();
}

/** The accounts of these addresses, which are in lower case. */
export const listCustomersByEmails = (
  db: Database | Tx,
  addresses: readonly string[],
): Promise<CustomerRow[]> =>
  db
    .selectFrom('customer')
    .selectAll()
    .where(sql<string>`lower(email::text)`, 'in', addresses)
    .orderBy('id')
    .execute();

/** Deletes customers with their sessions and tokens. */
export async function deleteCustomers(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('customer').where('id', 'in', ids).execute();
}

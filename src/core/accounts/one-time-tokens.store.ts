import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { TokenPurpose } from './model.ts';

/** A token's owner: a customer, and the email that it was sent to. */
export type TokenSubject = { readonly customerId: number; readonly email: string };

type TokenKey = { readonly tokenHash: string; readonly purpose: TokenPurpose };

export async function insertToken(
  tx: Tx,
  token: TokenKey & TokenSubject & { readonly expiresAt: Date },
): Promise<void> {
  await tx.insertInto('oneTimeToken').values(token).execute();
}

/** undefined for a token that was used or has expired. */
export const findToken = (
  db: Database,
  { tokenHash, purpose }: TokenKey,
  now: Date,
): Promise<TokenSubject | undefined> =>
  db
    .selectFrom('oneTimeToken')
    .select(['customerId', 'email'])
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

/** Locks the token's customer until `tx` ends. */
export async function lockTokenCustomer(tx: Tx, tokenHash: string): Promise<void> {
  await tx
    .selectFrom('customer')
    .select('id')
    .where(
      'id',
      'in',
      tx.selectFrom('oneTimeToken').select('customerId').where('tokenHash', '=', tokenHash),
    )
    .forUpdate()
    .execute();
}

/** Deletes and returns the token; undefined if it was used or has expired. */
export const takeToken = (
  tx: Tx,
  { tokenHash, purpose }: TokenKey,
  now: Date,
): Promise<TokenSubject | undefined> =>
  tx
    .deleteFrom('oneTimeToken')
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .returning(['customerId', 'email'])
    .executeTakeFirst();

/** True if the customer has a password reset token whose validity ends in this time. */
export async function hasResetTokenExpiringBetween(
  tx: Tx,
  customerId: number,
  { from, to }: { from: Date; to: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('oneTimeToken')
    .select('tokenHash')
    .where('customerId', '=', customerId)
    .where('purpose', '=', 'reset-password')
    .where('expiresAt', '>', from)
    .where('expiresAt', '<=', to)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteResetTokens(tx: Tx, customerId: number): Promise<void> {
  await tx
    .deleteFrom('oneTimeToken')
    .where('customerId', '=', customerId)
    .where('purpose', '=', 'reset-password')
    .execute();
}

/** Links in emails to these addresses, in lower case, no longer work. Their number. */
export async function deleteTokensTo(tx: Tx, addresses: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('oneTimeToken')
    .where(sql<string>`lower(email)`, 'in', addresses)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

import type { Database, Tx } from '../deps.ts';
import type { StaffRow } from './staff.store.ts';

/** Signing in that waits for its factor. */
export async function insertSignIn(
  tx: Tx,
  signIn: { readonly tokenHash: string; readonly staffId: number; readonly expiresAt: Date },
  now: Date,
): Promise<void> {
  await tx.deleteFrom('staffSignIn').where('expiresAt', '<=', now).execute();
  await tx.insertInto('staffSignIn').values(signIn).execute();
}

/** Whose password was right, if the person is not disabled. */
export const findSignInStaff = (
  db: Database | Tx,
  tokenHash: string,
  now: Date,
): Promise<StaffRow | undefined> =>
  db
    .selectFrom('staffSignIn')
    .innerJoin('staff', 'staff.id', 'staffSignIn.staffId')
    .selectAll('staff')
    .where('staffSignIn.tokenHash', '=', tokenHash)
    .where('staffSignIn.expiresAt', '>', now)
    .where('staff.disabledAt', 'is', null)
    .executeTakeFirst();

export async function deleteSignInsOf(tx: Tx, staffId: number): Promise<void> {
  await tx.deleteFrom('staffSignIn').where('staffId', '=', staffId).execute();
}

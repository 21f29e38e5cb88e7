import type { Tx } from '#core/deps.ts';
import type { Terms } from '../deps.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

/** Stores a version of the terms under its hash, once. */
export async function insertTermsVersion(
  tx: Tx,
  hash: string,
  { title, html }: Terms,
): Promise<void> {
  await tx
    .insertInto('termsVersion')
    .values({ hash, title, html })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

export const findTermsVersion = (db: DatabaseOrTx, hash: string) =>
  db
    .selectFrom('termsVersion')
    .select(['title', 'html'])
    .where('hash', '=', hash)
    .executeTakeFirst();

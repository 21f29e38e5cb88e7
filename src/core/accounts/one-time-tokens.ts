import { createHash } from 'node:crypto';
import type { Tx, Deps } from '../deps.ts';
import type { TokenPurpose } from './model.ts';

/** A secret as tables keep it. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');

/** A new link's secret for a customer and an address; the table keeps its hash. */
export async function createToken(
  deps: Deps,
  tx: Tx,
  customerId: number,
  purpose: TokenPurpose,
  email: string,
  validMinutes: number,
): Promise<string> {
  const token = deps.generateSecret() + deps.generateSecret();
  await tx
    .insertInto('oneTimeToken')
    .values({
      tokenHash: hashSecret(token),
      customerId,
      purpose,
      email,
      expiresAt: new Date(deps.clock().getTime() + validMinutes * 60_000),
    })
    .execute();
  return token;
}

/** What a link stands for while it works; looking does not use it up. */
export const peekToken = (deps: Deps, token: string, purpose: TokenPurpose) =>
  deps.db
    .selectFrom('oneTimeToken')
    .select(['customerId', 'email'])
    .where('tokenHash', '=', hashSecret(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', deps.clock())
    .executeTakeFirst();

/** What it stood for; it is used up with `tx`, in which its customer is locked first, as by everything that changes one. Of many at once one gets it. */
export async function consumeToken(deps: Deps, tx: Tx, token: string, purpose: TokenPurpose) {
  await tx
    .selectFrom('customer')
    .select('id')
    .where(
      'id',
      'in',
      tx.selectFrom('oneTimeToken').select('customerId').where('tokenHash', '=', hashSecret(token)),
    )
    .forUpdate()
    .execute();
  return tx
    .deleteFrom('oneTimeToken')
    .where('tokenHash', '=', hashSecret(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', deps.clock())
    .returning(['customerId', 'email'])
    .executeTakeFirst();
}

import { createHash } from 'node:crypto';
import type { Tx, World } from '../world.ts';

export type Purpose = 'reset' | 'confirm';

/** A secret as tables keep it. */
export const hashed = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** A new link's secret for a customer and an address; the table keeps its hash. */
export async function link(
  world: World,
  tx: Tx,
  customerId: number,
  purpose: Purpose,
  email: string,
  minutes: number,
): Promise<string> {
  const token = world.secret() + world.secret();
  await tx
    .insertInto('customerLink')
    .values({
      id: hashed(token),
      customerId,
      purpose,
      email,
      expiresAt: new Date(world.clock().getTime() + minutes * 60_000),
    })
    .execute();
  return token;
}

/** What a link stands for while it works; looking does not use it up. */
export const seeLink = (world: World, token: string, purpose: Purpose) =>
  world.db
    .selectFrom('customerLink')
    .select(['customerId', 'email'])
    .where('id', '=', hashed(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', world.clock())
    .executeTakeFirst();

/** What it stood for; it is used up with `tx`, in which its customer is locked first, as by everything that changes one. Of many at once one gets it. */
export async function takeLink(world: World, tx: Tx, token: string, purpose: Purpose) {
  await tx
    .selectFrom('customer')
    .select('id')
    .where(
      'id',
      'in',
      tx.selectFrom('customerLink').select('customerId').where('id', '=', hashed(token)),
    )
    .forUpdate()
    .execute();
  return tx
    .deleteFrom('customerLink')
    .where('id', '=', hashed(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', world.clock())
    .returning(['customerId', 'email'])
    .executeTakeFirst();
}

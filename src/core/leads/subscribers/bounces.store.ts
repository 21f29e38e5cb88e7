import { sql } from 'kysely';
import type { Tx } from '../../deps.ts';
import { maxHardBounces, type SubscriptionState } from './subscriber.model.ts';

type HardBounce = { readonly isUnknown: boolean; readonly reason: string; readonly at: Date };

/**
 * One more hard bounce of a subscriber. An address that does not exist gets nothing more at once,
 * any other after three. False if there is no such subscriber.
 */
export async function noteHardBounce(
  tx: Tx,
  key: { readonly id: number } | { readonly email: string },
  { isUnknown, reason, at }: HardBounce,
): Promise<boolean> {
  const stopsAt = isUnknown ? 1 : maxHardBounces;
  const row = await tx
    .updateTable('subscriber')
    .set({
      hardBounces: sql<number>`hard_bounces + 1`,
      lastBounce: reason,
      lastBouncedAt: at,
      state: sql<SubscriptionState>`case
        when state = 'confirmed' and hard_bounces + 1 >= ${stopsAt}::int then 'bounced'
        else state end`,
    })
    .where((eb) => ('id' in key ? eb('id', '=', key.id) : eb('email', '=', key.email)))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** In `tx`: what was recorded is gone; what it was, or undefined if nothing was. */
export async function forgetBounces(
  tx: Tx,
  id: number,
): Promise<{ readonly state: string; readonly hardBounces: number } | undefined> {
  const before = await tx
    .selectFrom('subscriber')
    .select(['state', 'hardBounces'])
    .where('id', '=', id)
    .where('hardBounces', '>', 0)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
  await tx
    .updateTable('subscriber')
    .set({
      hardBounces: 0,
      lastBounce: null,
      lastBouncedAt: null,
      state: sql<SubscriptionState>`case state when 'bounced' then 'confirmed' else state end`,
    })
    .where('id', '=', id)
    .execute();
  return before;
}

import type { World } from '../world.ts';
import { settle } from './capture.ts';
import { lookUntil, patience } from './model.ts';
import { attemptByProvider, due, move, note } from './store.ts';

/**
 * Asks the provider about every unfinished attempt that is due: an approved order is captured, a lost answer is
 * found, a lapsed one expires. Run at start and every minute; runs may overlap, the claim keeps them apart.
 */
export async function reconcile(world: World): Promise<void> {
  const now = world.clock();
  for (const { id, providerId, looks } of await due(world.db, now, new Date(now.getTime() - lookUntil))) {
    const next = new Date(world.clock().getTime() + patience(looks));
    await world.db.updateTable('paymentAttempt').set({ looks: looks + 1, nextLookAt: next }).where('id', '=', id).execute();
    if (providerId) await lookAfter(world, providerId);
  }
  await expireUnasked(world, new Date(now.getTime() - 86_400_000));
}

async function lookAfter(world: World, providerId: string): Promise<void> {
  const known = await attemptByProvider(world.db, providerId);
  if (!known) return;
  const { attempt, purchase } = known;
  const seen = await world.payments.look(providerId);
  if (seen.kind === 'unknown') return;
  const gone = seen.kind === 'missing' || seen.status === 'VOIDED';
  const open = purchase.state === 'awaiting-approval' || purchase.state === 'cancelled';
  if (gone && open) {
    if (purchase.state === 'awaiting-approval' && (await move(world.db, purchase.id, 'awaiting-approval', 'expired'))) await note(world.db, purchase.id, world.clock(), 'expired');
  } else if (!gone && (!open || seen.status === 'APPROVED' || seen.status === 'COMPLETED')) {
    await settle(world, attempt, purchase);
  }
}

/** An order that never reached the provider is over after a day. */
async function expireUnasked(world: World, before: Date): Promise<void> {
  await world.db.updateTable('purchase').set({ state: 'expired' }).where('state', '=', 'pending').where('placedAt', '<', before).execute();
}

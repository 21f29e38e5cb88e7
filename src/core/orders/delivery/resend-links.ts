import type { Deps, Tx } from '#core/deps.ts';
import { freshGrantTerms } from './download-grants.ts';
import { recordEvent, type Purchase } from '../purchase.store.ts';
import type { OrderDeps } from '../deps.ts';
import { type Outcome, ok, type Refusal, fail } from '#core/kernel/outcome.ts';
import { listDownloadLinks } from './download-grants.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import { renewedLinksEmail } from '../emails.ts';
import { statesWithAccess } from '../model.ts';
/** Every grant of the order works again for thirty days and five downloads. */
export async function renewGrants(deps: Deps, tx: Tx, purchaseId: number): Promise<void> {
  await tx
    .updateTable('downloadGrant')
    .set(freshGrantTerms(deps.clock()))
    .where('purchaseId', '=', purchaseId)
    .where('isSuspended', '=', false)
    .execute();
  await recordEvent(tx, purchaseId, deps.clock(), 'downloads-renewed');
}

/** The buyer's downloads work again, and a letter to the order's address brings the links. Three times a day, for staff without an end. */
export async function resendLinks(
  deps: Deps,
  orderDeps: OrderDeps,
  order: Purchase,
  requestedBy: 'buyer' | 'staff' = 'buyer',
): Promise<Outcome<{ message: string }>> {
  const wait =
    requestedBy === 'staff'
      ? undefined
      : await deps.consumeRateLimit('resend-links', order.number, 3, 86_400);
  if (wait !== undefined) return refuseResend(wait);
  const { siteName } = await orderDeps.getPublisher();
  await deps.db.transaction().execute(async (tx) => {
    // Looked at again under its lock: it may have another address by now.
    const current = await tx
      .selectFrom('purchase')
      .selectAll()
      .where('id', '=', order.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await renewGrants(deps, tx, order.id);
    const links = await listDownloadLinks(deps, order.id, null, tx);
    await queueEmail(
      deps,
      tx,
      renewedLinksEmail(
        current,
        links,
        siteName,
        deps.origin,
        `renew-${order.number}-${deps.clock().getTime()}`,
      ),
    );
  });
  return ok({
    message: 'Your downloads are renewed, and a letter with the links is on its way.',
  });
}

const refuseResend = (retryAfterSeconds: number): Refusal => ({
  ...fail(
    'rate-limited',
    'The links were renewed several times today. Please try again tomorrow, or write to us.',
  ),
  retryAfterSeconds: retryAfterSeconds,
});

/** By order number and address: the same answer for every pair, and a letter to the order's own address where both belong together. */
export async function resendLinksByEmail(
  deps: Deps,
  orderDeps: OrderDeps,
  number: string,
  email: string,
  visitor: string,
): Promise<Outcome<{ message: string }>> {
  const wait = await deps.consumeRateLimit('resend-links-ip', visitor, 10, 3600);
  if (wait !== undefined) return refuseResend(wait);
  const order = await deps.db
    .selectFrom('purchase')
    .selectAll()
    .where('number', '=', number.trim().toUpperCase())
    .executeTakeFirst();
  if (
    order &&
    order.email.toLowerCase() === email.trim().toLowerCase() &&
    statesWithAccess.includes(order.state)
  )
    await resendLinks(deps, orderDeps, order);
  return ok({
    message:
      'If number and address belong to a paid order, a letter with new links is on its way to that address.',
  });
}

/** Staff renews a buyer's downloads: they work again, and a letter brings the links. 404 for a number that is none, 409 where nothing is delivered. */
export async function resendLinksForStaff(
  deps: Deps,
  orderDeps: OrderDeps,
  number: string,
): Promise<Outcome<{ message: string }>> {
  const order = await deps.db
    .selectFrom('purchase')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
  if (!order) return fail('not-found', 'There is no such order.');
  if (!statesWithAccess.includes(order.state))
    return fail('conflict', `This order is ${order.state}: it has no downloads.`);
  return resendLinks(deps, orderDeps, order, 'staff');
}

/** The promise to deliver a report within some days of its payment. Pure, safe in the browser. */
import { describeDays } from '#core/catalogue/goods/delivery-words.model.ts';
import { formatDay } from '#core/kernel/date.model.ts';
import { addDays, toDay } from '#core/kernel/time-zone.model.ts';
import { hasAccess } from '../order-states.model.ts';
import type { Purchase } from '../purchase.store.ts';

/** An order's delivery by the publisher. */
export type DeliveryPromise = Pick<Purchase, 'deliveryDays' | 'deliverBy'>;

/** Describes the promise of an order that is not delivered yet; undefined if there is none. */
export function readPromise(
  order: Pick<Purchase, 'deliverBy' | 'deliveryDays' | 'fulfilledAt' | 'state'>,
): DeliveryPromise | undefined {
  const { state, deliveryDays, deliverBy, fulfilledAt } = order;
  const isAwaited = state === 'awaiting-transfer' && deliveryDays !== null;
  const isWaiting = hasAccess(state) && deliverBy !== null && fulfilledAt === null;
  return isAwaited || isWaiting ? { deliveryDays, deliverBy } : undefined;
}

/** The last day of the promise, ISO, in the store's zone: the day of the payment is not counted. */
export const getDeliveryDay = (paidAt: Date, days: number, zone: string): string =>
  addDays(toDay(paidAt, zone), days);

/** "within 5 days, by 3 Dec 2026"; "as soon as it is ready" if no days were promised. */
export function describePromise({ deliveryDays, deliverBy }: DeliveryPromise): string {
  if (deliveryDays === null || deliverBy === null) return 'as soon as it is ready';
  return `${describeDays(deliveryDays)}, by ${formatDay(deliverBy)}`;
}

/** Tells staff what follows once an order's transfer was confirmed. */
export const describeAfterPayment = (promise: DeliveryPromise | undefined): string =>
  promise
    ? `Its invoice is emailed now; we deliver the report ${describePromise(promise)}.`
    : 'Its invoice and the links to its files are emailed as soon as the files are ready.';

/** How the last day of a promise stands to the present one, both ISO. */
export function compareWithToday(deliverBy: string, today: string): 'overdue' | 'today' | 'later' {
  if (deliverBy < today) return 'overdue';
  return deliverBy === today ? 'today' : 'later';
}

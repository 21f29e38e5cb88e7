import type { TransactionDifference } from '#core/orders/payment/reconciliation.model.ts';

/** The words for each difference, and what a member of staff does about it. */
export const differenceWords: Readonly<
  Record<TransactionDifference['kind'], readonly [word: string, hint: string]>
> = {
  'unknown order': [
    'A payment for this store, without an order.',
    'The order was lost with a database. Recreate it: its buyer gets the files. Or refund it.',
  ],
  'captured and not paid': [
    'PayPal has the money, but the order is not paid.',
    'Open the order and ask PayPal now.',
  ],
  'other amount': ['The amount differs from the order.', 'Compare them at PayPal, then refund.'],
  'paid and not captured': [
    'The order is paid, but PayPal does not list the payment.',
    'Search for the payment at PayPal.',
  ],
  'second payment': [
    'A second payment for an order that was already paid.',
    'Open the order to see whether it was refunded.',
  ],
};

import type { Mutant } from './mutant.ts';

const lost = 'restored-database lost-payments foreign-payments';

/** Faults in whose a payment is, who works on it, and how it is found again or sent back. */
export const foundAgainMutants: readonly Mutant[] = [
  {
    file: 'payment/claim.store.ts',
    from: "    .where('claimedUntil', '>', now)\n",
    to: '',
    tests: 'payment/capture.test payment/reconcile.test',
  },
  {
    file: 'payment/claim.store.ts',
    from: "['pending', 'awaiting-approval']",
    to: "['pending']",
    tests: 'one-licence capture-rules',
  },
  {
    file: 'payment/claim.store.ts',
    from: "where('nextPollAt', '>', pollLimit)",
    to: "where('nextPollAt', '<', pollLimit)",
    tests: 'clock-jumps payment/reconcile.test',
  },
  {
    file: 'payment/claim.store.ts',
    from: "where('lastUnknownAnswerAt', '>', now)",
    to: "where('lastUnknownAnswerAt', '<', now)",
    tests: 'payment/capture.test payment/reconcile.test clock-jumps',
  },
  {
    file: 'payment/claim-capture.ts',
    from: 'if (hasWaited || !(await this.#isCapturedSoon(answer.forOrder)))',
    to: 'if (true)',
    tests: 'one-licence capture-rules',
  },
  {
    file: 'payment/claim-capture.ts',
    from: '(await this.#downloadGrants.hasGoodsFor(tx, order))',
    to: 'true',
    tests: 'nothing-to-deliver goods-that-went',
  },
  {
    file: 'refunds/refund-tax.model.ts',
    from: 'if (base.priceCents === 0) return 0;',
    to: '',
    tests: 'refund-tax.model tax-refunds',
  },
  {
    file: 'refunds/refund-tax.model.ts',
    from: 'priceCents: Math.max(0, priceCents)',
    to: 'priceCents',
    tests: 'refund-tax.model tax-refunds',
  },
  {
    file: 'refunds/payment-mismatch.ts',
    from: 'if (!held || held.heldCaptures.length > 0) return;',
    to: 'if (!held) return;',
    tests: 'mismatch',
  },
  {
    file: 'refunds/payment-mismatch.ts',
    from: 'if (!held.hasCaptures && refundedByStaffCents === undefined) return;',
    to: '',
    tests: 'mismatch',
  },
  {
    file: 'refunds/held-funds.model.ts',
    from: '(captureId ?? takenCaptures[0]?.id) === capture.id',
    to: 'captureId === capture.id',
    tests: 'mismatch',
  },
  {
    file: 'refunds/held-funds.model.ts',
    from: '!failedStatuses.includes(status)',
    to: 'status !== undefined',
    tests: 'mismatch',
  },
  {
    file: 'refunds/request-refund.ts',
    from: "if (refund.state === 'completed' || refund.state === 'pending') return ok(refund.state);",
    to: '',
    tests: 'refunds/',
  },
  {
    file: 'refunds/wanted-refund.ts',
    from: 'day < toDay(paidAt, timeZone)',
    to: "day < toDay(paidAt, 'UTC')",
    tests: 'sent-by-hand store-zone',
  },
  {
    file: 'payment/custom-id.model.ts',
    from: '(isRecreated || told.invoiceId === buildInvoiceId(order))',
    to: 'true',
    tests: 'payment-mismatch foreign-payments one-licence',
  },
  {
    file: 'payment/custom-id.model.ts',
    from: 'id >= 1 && id <= maxId',
    to: 'id >= 1',
    tests: 'foreign-payments provider-lists',
  },
  {
    file: 'payment/payment-owner.store.ts',
    from: "if (read.kind === 'store' && read.storeId === (await getStoreId(db))) {",
    to: "if (read.kind === 'store') {",
    tests: 'foreign-payments',
  },
  {
    file: 'payment/payment-owner.store.ts',
    from: 'order.placedAt > at',
    to: 'order.placedAt < at',
    tests: lost,
  },
  {
    file: 'payment/lost-webhooks.ts',
    from: "return status === 'S' ? state === 'completed' : state !== 'requested';",
    to: 'return true;',
    tests: 'lost-webhooks taken-back',
  },
  {
    file: 'payment/lost-webhooks.ts',
    from: '`dispute-${id}-${updatedAt?.getTime() ?? state.kind}`',
    to: '`dispute-${id}`',
    tests: 'lost-webhooks reconcile',
  },
  {
    file: 'payment/payment-difference.store.ts',
    from: "if (known?.settledBy === 'gone')",
    to: 'if (false)',
    tests: 'transaction-differences reconcile-transactions',
  },
  {
    file: 'payment/reconcile-transactions.ts',
    from: 'isKnownLoss ? 0 : spareDocumentNumbers',
    to: 'isKnownLoss ? spareDocumentNumbers : spareDocumentNumbers',
    tests: 'transaction-differences restored-database',
  },
  {
    file: 'staff/lost-payment.ts',
    from: "status === 'COMPLETED' && ",
    to: '',
    tests: lost,
  },
  {
    file: 'staff/lost-payment.ts',
    from: 'const requestId = await takeRefundRequestId(this.#deps.db, differenceId, newId);',
    to: 'const requestId = newId;',
    tests: lost,
  },
  {
    file: 'staff/recreate-order.ts',
    from: "paymentKey: told.kind === 'store' ? told.key : null,",
    to: 'paymentKey: null,',
    tests: lost,
  },
  {
    file: 'staff/recreate-order.ts',
    from: 'price.totalCents === totalCents && price.taxCents === taxCents',
    to: 'price.totalCents === totalCents',
    tests: lost,
  },
];

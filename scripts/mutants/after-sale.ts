import type { Mutant } from './mutant.ts';

/** Faults in what is delivered, told to people and shown to staff. */
export const afterSaleMutants: readonly Mutant[] = [
  {
    file: 'delivery/download.ts',
    from: '!hasAccess(order.state) || grant.isSuspended',
    to: '!hasAccess(order.state)',
    tests: 'download seat',
  },
  {
    file: 'delivery/download.ts',
    from: 'proof.expires !== toLinkExpiry(grant.expiresAt)',
    to: 'false',
    tests: 'download resend-links change-order-email',
  },
  {
    file: 'delivery/download.ts',
    from: 'const isBuyersGrant = grant.seatId === null && isBuyer(order, proof);',
    to: 'const isBuyersGrant = isBuyer(order, proof);',
    tests: 'download seat',
  },
  {
    file: 'delivery/download.store.ts',
    from: ".whereRef('downloadCount', '<', 'maxDownloads')",
    to: ".whereRef('downloadCount', '<=', 'maxDownloads')",
    tests: 'download',
  },
  {
    file: 'delivery/deliver.ts',
    from: 'if (!isComplete) return;',
    to: '',
    tests: 'missing-files deliver.test',
  },
  {
    file: 'delivery/deliver.ts',
    from: 'if (!isUndelivered(current)) return;',
    to: '',
    tests: 'deliver.test promised',
  },
  {
    file: 'delivery/download-grants.ts',
    from: 'if (order.deliveryDays !== null) return false;',
    to: '',
    tests: 'promised',
  },
  {
    file: 'delivery/new-edition.ts',
    from: '|| !order.includesNewEditions) return;',
    to: ') return;',
    tests: 'new-edition',
  },
  {
    file: 'delivery/change-order-email.ts',
    from: 'await this.#replaceBuyerLinks(tx, order.id, now);',
    to: '',
    tests: 'change-order-email refused-emails',
  },
  {
    file: 'staff/attention.store.ts',
    from: ".where(capturingSince, '<', overdueSince)",
    to: '',
    tests: 'needs-attention',
  },
  {
    file: 'staff/attention.store.ts',
    from: 'const capturingSince = sql<Date>`coalesce(capturing_since, placed_at)`;',
    to: 'const capturingSince = sql<Date>`placed_at`;',
    tests: 'needs-attention',
  },
  {
    file: 'staff/attention.store.ts',
    from: ".where('receivedAt', '<', overdueSince)",
    to: '',
    tests: 'needs-attention',
  },
  {
    file: 'staff/attention.store.ts',
    from: "or kind = 'second-payment-held' and occurred_at < ${overdueSince}",
    to: '',
    tests: 'needs-attention',
  },
  {
    file: 'staff/attention.store.ts',
    from: "['requested', 'pending']",
    to: "['requested']",
    tests: 'needs-attention taken-back',
  },
  {
    file: 'staff/correct-invoice.ts',
    from: "return checked.vatNumberStatus === 'unknown' ? numberNeeded : ok(checked);",
    to: 'return ok(checked);',
    tests: 'money-verbs corrected',
  },
  {
    file: 'staff/lost-payment.ts',
    from: "if (!refusal) await settleDifference(tx, differenceId, 'refunded', this.#deps.clock());",
    to: '',
    tests: 'lost-payment transaction-differences',
  },
  {
    file: 'staff/order-details.ts',
    from: 'const left = subtractRefunds(order, refunds.filter(isStanding));',
    to: 'const left = subtractRefunds(order, refunds);',
    tests: 'taken-back money-verbs refunds.test',
  },
  {
    file: 'emails/refund.ts',
    from: 'refundedCents < priceCents',
    to: 'refundedCents <= priceCents',
    tests: 'refunds.test',
  },
  {
    file: 'emails/receipt.ts',
    from: 'const count = seatLimit - 1;',
    to: 'const count = seatLimit;',
    tests: 'deliver upgrades seats emails',
  },
  {
    file: 'emails/payment-withheld.ts',
    from: 'instead && hasAccess(instead.state)',
    to: 'instead && !hasAccess(instead.state)',
    tests: 'one-licence',
  },
  {
    file: 'views/ledger.ts',
    from: "const sign = sum.kind === 'credit-note' ? -1 : 1;",
    to: 'const sign = 1;',
    tests: 'revenue invoices taken-back ledger',
  },
  {
    file: 'views/order-page.ts',
    from: 'if (!isBuyer(order, buyer))',
    to: 'if (false)',
    tests: 'order-page',
  },
  {
    file: 'views/order-page.ts',
    from: 'upgrades: isUpgraded ? [] :',
    to: 'upgrades: !isUpgraded ? [] :',
    tests: 'upgrades order-page',
  },
];

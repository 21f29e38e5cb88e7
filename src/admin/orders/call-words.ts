/** A call to or from PayPal, in words. */
import type {
  ProviderCallKind,
  ProviderPayment,
} from '#core/orders/payment/provider-call.model.ts';
import type { CallEntry } from '#core/orders/staff/timeline.model.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { findByName } from '#site/form-fields.ts';
import { readAmount } from '#core/kernel/written-amount.model.ts';

const callWords: Readonly<Record<ProviderCallKind, string>> = {
  'create-order': 'We asked PayPal to start a payment of',
  capture: 'We asked PayPal to take the payment',
  'read-order': 'We asked PayPal about the payment',
  refund: 'We asked PayPal to refund',
  webhook: 'PayPal told us',
};

const statusWords: Readonly<Record<string, string>> = {
  created: 'started',
  captured: 'taken',
  refunded: 'refunded',
  declined: 'declined',
  rejected: 'refused',
  'not-approved': 'not approved by the buyer',
  missing: 'PayPal does not know it',
  unknown: 'no clear answer',
};

/** "We asked PayPal to refund $10: refunded", "PayPal told us: PAYMENT.CAPTURE.COMPLETED". */
export function describeCall({ what, status, facts, times }: CallEntry): string {
  if (what === 'webhook') return `${callWords.webhook}: ${facts.eventType ?? 'an event'}`;
  const request = `${callWords[what]} ${formatAmount(facts.amount)}`.trim();
  const repeated = times > 1 ? ` (${times} times)` : '';
  return `${request}: ${describeStatus(status, facts.providerStatus)}${repeated}`;
}

/** An amount as PayPal writes it ("10.00 USD") in the store's way. */
function formatAmount(text = ''): string {
  const [amount = '', currency = ''] = text.split(' ');
  const cents = currency === '' ? Number.NaN : readAmount(amount, currency);
  return Number.isNaN(cents) ? text : formatMoney(cents, currency);
}

function describeStatus(status: string | null, providerStatus: string | undefined): string {
  if (status === null) return 'no answer';
  return findByName(statusWords, status) ?? providerStatus ?? status;
}

const badStatuses: readonly (string | null)[] = [null, 'unknown', 'rejected', 'declined'];
export const isBadCall = ({ status }: CallEntry): boolean => badStatuses.includes(status);

/** The ids and figures of a call, by name. */
export function listCallFacts(call: CallEntry): (readonly [name: string, value: string])[] {
  const { providerId, requestId, facts, endedAt, at, what, times } = call;
  const tookMs =
    endedAt && what !== 'webhook' && times === 1 ? endedAt.getTime() - at.getTime() : undefined;
  const rows: (readonly [string, string | null | undefined])[] = [
    ['PayPal says', facts.reason ?? facts.providerStatus],
    ['Dispute', facts.dispute],
    ...(facts.captures ?? []).map((capture) => ['Payment', describeMoney(capture)] as const),
    ...(facts.refunds ?? []).map((refund) => ['Refund', describeMoney(refund)] as const),
    ['Refund', facts.refundId],
    [what === 'webhook' ? 'Event' : 'Request', requestId],
    ['At PayPal', providerId],
    ['Answered in', tookMs === undefined ? undefined : `${tookMs} ms`],
  ];
  return rows.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

const describeMoney = ({ id, amount, status }: ProviderPayment): string =>
  `${id}: ${formatAmount(amount)}, ${status}`;

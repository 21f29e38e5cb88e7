import { formatMoney } from '#core/kernel/money.model.ts';
import type { OrderEntry, TimelineEntry, CallEntry } from '#core/orders/staff/timeline.model.ts';
import {
  DefinitionList,
  Timeline,
  type TimelineEntry as ShownEntry,
} from '#admin/frame/blocks.tsx';
import { describeEvent, describeFact, describeVerb, documentWords } from './order-words.ts';
import type {
  ProviderCallKind,
  ProviderPayment,
} from '#core/orders/payment/provider-call.model.ts';
import { findByName } from '#site/form-fields.ts';
import { readAmount } from '#core/kernel/written-amount.model.ts';

/** How many of the newest entries are shown at first. */
const shownEntries = 150;

type Props = {
  readonly entries: readonly TimelineEntry[];
  readonly currency: string;
  /** All entries, however many there are. */
  readonly isWhole: boolean;
  /** The page with the whole timeline. */
  readonly wholeHref: string;
};

/** Everything that happened to an order, oldest first. */
export function OrderTimeline({ entries, currency, isWhole, wholeHref }: Props) {
  const hidden = isWhole ? 0 : Math.max(0, entries.length - shownEntries);
  return (
    <>
      {hidden > 0 && (
        <p className="admin-count">
          The newest {shownEntries} of {entries.length}. <a href={wholeHref}>Show all</a>
        </p>
      )}
      <Timeline
        entries={entries.slice(hidden).map((entry, index) => ({
          key: String(index),
          at: entry.at,
          ...toShown(entry, currency),
        }))}
      />
    </>
  );
}

type Shown = Omit<ShownEntry, 'key' | 'at'>;

function toShown(entry: TimelineEntry, currency: string): Shown {
  switch (entry.source) {
    case 'order':
      return showEvent(entry, currency);
    case 'provider': {
      const facts = listCallFacts(entry);
      return {
        title: describeCall(entry),
        ...(isBadCall(entry) ? { tone: 'bad' as const } : {}),
        detail: facts.length > 0 && (
          <details className="admin-more">
            <summary>Details</summary>
            <DefinitionList rows={facts} />
          </details>
        ),
      };
    }
    case 'email':
      return {
        title: `Email: ${entry.subject}`,
        by: `to ${entry.recipient}, ${entry.state}`,
        ...(entry.state === 'failed' ? { tone: 'bad' as const } : {}),
      };
    case 'download':
      return {
        title: `${entry.hasArrived ? 'Downloaded' : 'Download begun, not finished'}: ${entry.file}`,
        by: entry.reader ?? 'the buyer',
      };
    case 'staff':
      return {
        title: entry.refusal ? `${describeVerb(entry.verb)}: refused` : describeVerb(entry.verb),
        by: entry.actorName,
        ...(entry.refusal ? { detail: entry.refusal, tone: 'bad' as const } : {}),
      };
    default:
      return { title: `${documentWords[entry.kind]} ${entry.number} issued` };
  }
}

const goodEvents = ['paid', 'fulfilled'];
const badEvents = [
  'mismatch',
  'suspended',
  'payment-refused',
  'provider-order-refused',
  'refund-refused',
  'refund-reversed',
  'second-payment-not-refunded',
];

function showFact(kind: string, name: string, value: unknown, currency: string): string {
  if (name === 'amountCents' && typeof value === 'number') return formatMoney(value, currency);
  return kind === 'payment-held' && name === 'reason'
    ? describeHeldReason(String(value))
    : String(value);
}

function showEvent({ kind, facts }: OrderEntry, currency: string): Shown {
  const rows = Object.entries(facts).map(
    ([name, value]) => [describeFact(name), showFact(kind, name, value, currency)] as const,
  );
  return {
    title: describeEvent(kind),
    ...(goodEvents.includes(kind) ? { tone: 'good' as const } : {}),
    ...(badEvents.includes(kind) ? { tone: 'bad' as const } : {}),
    detail: rows.length > 0 && <DefinitionList rows={rows} />,
  };
}

/** A call to or from PayPal, in words. */
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
function describeCall({ what, status, facts, times }: CallEntry): string {
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
const isBadCall = ({ status }: CallEntry): boolean => badStatuses.includes(status);

/** The ids and figures of a call, by name. */
function listCallFacts(call: CallEntry): (readonly [name: string, value: string])[] {
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

/**
 * Why PayPal holds a payment back (capture_status_details.reason), and what that means for the buyer,
 * who gets nothing before the money is there.
 */
const heldWords: Readonly<Record<string, string>> = {
  BUYER_COMPLAINT: 'The buyer complained about it. They wait until PayPal has decided.',
  CHARGEBACK: 'The buyer’s bank took it back. It may never arrive.',
  ECHECK: 'It is an eCheck: it takes three to six working days, and may fail. The buyer waits.',
  INTERNATIONAL_WITHDRAWAL:
    'Your account does not take it by itself. Accept it at PayPal, and the buyer is served.',
  OTHER: 'PayPal gives no reason. The buyer waits; PayPal’s support knows more.',
  PENDING_REVIEW: 'PayPal checks it, which mostly takes a day. The buyer waits.',
  RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION:
    'Your settings at PayPal ask you to accept it by hand. Accept it there, and the buyer is served.',
  REFUNDED: 'It was refunded before it arrived. The buyer has their money.',
  TRANSACTION_APPROVED_AWAITING_FUNDING:
    'The buyer’s bank has not sent the money yet. They wait until it has.',
  UNILATERAL:
    'Your email address is not confirmed at PayPal. Confirm it there, and the buyer is served.',
  VERIFICATION_REQUIRED:
    'Your account at PayPal is not verified. Verify it there, and the buyer is served.',
};

/** PayPal's word in a sentence; one that we don't know as it is. */
export const describeHeldReason = (reason: string): string =>
  Object.hasOwn(heldWords, reason) ? String(heldWords[reason]) : reason;

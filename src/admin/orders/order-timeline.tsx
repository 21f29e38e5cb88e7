import { formatMoney } from '#core/kernel/money.model.ts';
import type { OrderEntry, TimelineEntry } from '#core/orders/staff/timeline.model.ts';
import {
  DefinitionList,
  Timeline,
  type TimelineEntry as ShownEntry,
} from '#admin/frame/blocks.tsx';
import { describeHeldReason } from './held-words.ts';
import { describeCall, isBadCall, listCallFacts } from './call-words.ts';
import { describeEvent, describeFact, describeVerb, documentWords } from './order-words.ts';

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

import { Time } from '#admin/frame/times.tsx';
import type { ListReading } from '#core/orders/payment/list-reading.model.ts';
import { formatCount } from '#ui/format.ts';

const listWords: Readonly<Record<ListReading['list'], string>> = {
  disputes: 'Disputes of the last day',
  refunds: 'Refunds of the last eight hours',
  transactions: 'Payments of 31 days',
};

/** What PayPal listed last, what of it belongs to other programs, and what could not be read. */
export function ListReadings({ readings }: { readonly readings: readonly ListReading[] }) {
  const isNotable = readings.some(
    ({ foreignEntries, unreadableCount, isWhole }) =>
      foreignEntries > 0 || unreadableCount > 0 || !isWhole,
  );
  if (!isNotable) return null;
  const isWhole = readings.every((list) => list.isWhole && list.unreadableCount === 0);
  return (
    <details className="admin-numbers" open={!isWhole}>
      <summary>
        {isWhole
          ? 'Other programs use the same PayPal account'
          : 'PayPal lists entries that we could not read'}
      </summary>
      <ul>
        {readings.map((reading) => (
          <li key={reading.list}>
            {listWords[reading.list]}, <Time at={reading.readAt} />: {describeReading(reading)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function describeReading(reading: ListReading): string {
  const { entries, foreignEntries, unreadableCount, unreadable, isWhole } = reading;
  const unread =
    unreadableCount === 0
      ? ''
      : `, ${unreadableCount} not readable and left out (${unreadable.join(', ')}): look there`;
  const cut = isWhole ? '' : ', and more than we read';
  return `${formatCount(entries, 'entry', 'entries')}, ${foreignEntries} of other programs${unread}${cut}.`;
}

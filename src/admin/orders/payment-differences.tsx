import { AdminSection } from '#admin/frame/admin-page.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { RowTable, type RowColumn } from '#admin/frame/row-table.tsx';
import { Time } from '#admin/frame/times.tsx';
import type {
  OpenDifference,
  ReconciliationReport,
  TransactionDifference,
} from '#core/orders/payment/reconciliation.model.ts';
import { hrefOfOrder } from './order-links.ts';
import { formatCount } from '#ui/format.ts';
import type { ListReading } from '#core/orders/payment/list-reading.model.ts';
import type { App } from '#core/app.ts';
import type { Actor } from '#core/kernel/audit.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';

/** A member of staff's rights over payments that differ. */
export type DifferenceRights = {
  readonly mayRecreate: boolean;
  readonly mayRefund: boolean;
  readonly maySettle: boolean;
};

/** Payments at PayPal that differ from the orders, each until it is gone or settled. */
export function PaymentDifferences(props: {
  readonly differences: readonly OpenDifference[];
  readonly rights: DifferenceRights;
}) {
  const { differences, rights } = props;
  if (differences.length === 0) return null;
  return (
    <AdminSection title="Payments that differ from the orders">
      <RowTable
        caption="Payments that differ from the orders"
        rows={differences}
        rowKey={({ captureId, kind }) => `${captureId} ${kind}`}
        empty=""
        columns={[...columns, actionColumn(rights)]}
      />
    </AdminSection>
  );
}

const columns: readonly RowColumn<OpenDifference>[] = [
  ['Payment', ({ captureId }) => captureId],
  [
    'Order',
    ({ orderNumber }) =>
      orderNumber === null ? 'None' : <a href={hrefOfOrder(orderNumber)}>{orderNumber}</a>,
  ],
  ['Amount', ({ amount, currency }) => [amount, currency].filter(Boolean).join(' ')],
  ['Paid', ({ capturedAt }) => capturedAt && <Time at={capturedAt} />],
  [
    'What differs',
    ({ kind }) => (
      <>
        {differenceWords[kind][0]}
        <br />
        <span className="admin-by">{differenceWords[kind][1]}</span>
      </>
    ),
  ],
];

const actionColumn = (rights: DifferenceRights): RowColumn<OpenDifference> => [
  'Action',
  (row) => <Actions row={row} rights={rights} />,
];

function Actions({ row, rights }: { readonly row: OpenDifference; rights: DifferenceRights }) {
  const { captureId, kind } = row;
  const fields = { captureId, kind };
  const isLost = kind === 'unknown order';
  return (
    <>
      {isLost && rights.mayRecreate && (
        <IntentButton
          intent="recreate"
          label="Recreate the order"
          busyLabel="Recreating…"
          name={`Recreate the order of payment ${captureId}`}
          fields={fields}
        />
      )}
      {isLost && rights.mayRefund && (
        <IntentButton
          intent="refund-lost"
          label="Refund"
          busyLabel="Refunding…"
          name={`Refund payment ${captureId}`}
          fields={fields}
        />
      )}
      {rights.maySettle && (
        <IntentButton
          intent="settle-difference"
          label="It is settled"
          busyLabel="Saving…"
          name={`Payment ${captureId} is settled`}
          fields={fields}
        />
      )}
    </>
  );
}

type Difference = ReconciliationReport['differences'][number];

/** The differences between PayPal's list and the orders. */
export const Comparison = ({ report }: { readonly report: ReconciliationReport }) => (
  <AdminSection title="Compared with PayPal">
    <p role="status">
      {formatCount(report.captures, 'transaction')} in 31 days,{' '}
      {formatCount(report.repaired, 'order')} repaired,{' '}
      {formatCount(report.differences.length, 'difference')}.{' '}
      {report.foreign > 0 &&
        `${formatCount(report.foreign, 'payment')} of other programs or stores, which change nothing.`}
      {report.namesakes.length > 0 && ` ${describeNamesakes(report.namesakes)}`}
    </p>
    {report.differences.length > 0 && (
      <RowTable
        caption="Differences"
        rows={report.differences}
        rowKey={({ captureId }) => captureId}
        empty=""
        columns={comparedColumns}
      />
    )}
  </AdminSection>
);

/** Foreign payments that carry the number of an order of this store. */
const describeNamesakes = (namesakes: ReconciliationReport['namesakes']): string =>
  `With a number of ours, but not ours: ${namesakes
    .map(({ captureId, orderNumber }) => `${captureId} (${orderNumber})`)
    .join(', ')}.`;

const comparedColumns: readonly RowColumn<Difference>[] = [
  ['Transaction', ({ captureId }) => captureId],
  [
    'Order',
    ({ orderNumber }) =>
      orderNumber === undefined ? 'None' : <a href={hrefOfOrder(orderNumber)}>{orderNumber}</a>,
  ],
  ['What differs', ({ kind }) => differenceWords[kind][0]],
];

const listWords: Readonly<Record<ListReading['list'], string>> = {
  disputes: 'Disputes of the last day',
  refunds: 'Refunds of the last eight hours',
  transactions: 'Payments of 31 days',
};

/** The newest readings of PayPal's lists: entries, those of other programs, and those not readable. */
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

type Request = {
  readonly actor: Actor;
  readonly intent: 'recreate' | 'refund-lost' | 'settle-difference';
  readonly captureId: string;
  readonly kind: string | undefined;
};

/** Does what a button beside a payment says. Answers what to say of it. */
export async function settlePayment(
  { staff }: App['orders'],
  { actor, intent, captureId, kind = '' }: Request,
): Promise<Outcome<string>> {
  if (intent === 'recreate') {
    const recreated = await staff.lostPayments.recreateOrder(actor, captureId);
    return recreated.ok
      ? ok(`Order ${recreated.value.number} is there again. Its buyer gets the files by email.`)
      : recreated;
  }
  if (intent === 'refund-lost') {
    const refunded = await staff.lostPayments.refundLostPayment(actor, captureId);
    return refunded.ok ? ok(`Payment ${captureId} is refunded.`) : refunded;
  }
  if (!isDifference(kind)) return fail('not-found', 'There is no such payment.');
  const settled = await staff.lostPayments.settleDifference(actor, captureId, kind);
  return settled.ok ? ok(`Payment ${captureId} is settled.`) : settled;
}

const isDifference = (kind: string): kind is TransactionDifference['kind'] =>
  Object.hasOwn(differenceWords, kind);

/** The words for each difference, and what a member of staff does about it. */
const differenceWords: Readonly<
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

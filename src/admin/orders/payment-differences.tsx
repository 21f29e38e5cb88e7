import { AdminSection } from '#admin/frame/admin-page.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { RowTable, type RowColumn } from '#admin/frame/row-table.tsx';
import { Time } from '#admin/frame/times.tsx';
import type { OpenDifference } from '#core/orders/payment/reconciliation.model.ts';
import { differenceWords } from './difference-words.ts';
import { hrefOfOrder } from './order-links.ts';

/** What a member of staff may do with payments that differ. */
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

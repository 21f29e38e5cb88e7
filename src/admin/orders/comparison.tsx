import type { ReconciliationReport } from '#core/orders/payment/reconciliation.model.ts';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { formatCount } from '#ui/format.ts';
import { hrefOfOrder } from './order-links.ts';
import { RowTable, type RowColumn } from '#admin/frame/row-table.tsx';

type Difference = ReconciliationReport['differences'][number];

const differenceWords: Readonly<Record<Difference['kind'], string>> = {
  'unknown order': 'It belongs to no order of this store.',
  'captured and not paid': 'PayPal has the money, but the order is not paid.',
  'other amount': 'The amount differs from the order.',
  'paid and not captured': 'The order is paid, but PayPal does not list the payment.',
  'second payment': 'A second payment for an order that was already paid.',
};

/** What PayPal's list and the orders say differently. */
export const Comparison = ({ report }: { readonly report: ReconciliationReport }) => (
  <AdminSection title="Compared with PayPal">
    <p role="status">
      {formatCount(report.captures, 'transaction')} in 31 days,{' '}
      {formatCount(report.repaired, 'order')} repaired,{' '}
      {formatCount(report.differences.length, 'difference')}.
    </p>
    {report.differences.length > 0 && (
      <RowTable
        caption="Differences"
        rows={report.differences}
        rowKey={({ captureId }) => captureId}
        empty=""
        columns={columns}
      />
    )}
  </AdminSection>
);

const columns: readonly RowColumn<Difference>[] = [
  ['Transaction', ({ captureId }) => captureId],
  [
    'Order',
    ({ orderNumber }) =>
      orderNumber === undefined ? 'None' : <a href={hrefOfOrder(orderNumber)}>{orderNumber}</a>,
  ],
  ['What differs', ({ kind }) => differenceWords[kind]],
];

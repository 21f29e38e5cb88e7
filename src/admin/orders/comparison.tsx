import type { ReconciliationReport } from '#core/orders/payment/reconciliation.model.ts';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { formatCount } from '#ui/format.ts';
import { differenceWords } from './difference-words.ts';
import { hrefOfOrder } from './order-links.ts';
import { RowTable, type RowColumn } from '#admin/frame/row-table.tsx';

type Difference = ReconciliationReport['differences'][number];

/** What PayPal's list and the orders say differently. */
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
        columns={columns}
      />
    )}
  </AdminSection>
);

/** Foreign payments that carry the number of an order of this store. */
const describeNamesakes = (namesakes: ReconciliationReport['namesakes']): string =>
  `With a number of ours, but not ours: ${namesakes
    .map(({ captureId, orderNumber }) => `${captureId} (${orderNumber})`)
    .join(', ')}.`;

const columns: readonly RowColumn<Difference>[] = [
  ['Transaction', ({ captureId }) => captureId],
  [
    'Order',
    ({ orderNumber }) =>
      orderNumber === undefined ? 'None' : <a href={hrefOfOrder(orderNumber)}>{orderNumber}</a>,
  ],
  ['What differs', ({ kind }) => differenceWords[kind][0]],
];

import { RowTable, type RowColumn } from '#admin/frame/row-table.tsx';
import { Time } from '#admin/frame/times.tsx';
import type { UnknownWebhook } from '#core/orders/staff/attention.model.ts';
import { formatCount } from '#ui/format.ts';

/** What PayPal told of payments that are not this store's, to be looked up there. */
export function UnknownWebhooks(props: {
  readonly count: number;
  readonly newest: readonly UnknownWebhook[];
}) {
  const { count, newest } = props;
  if (count === 0) return null;
  return (
    <details className="admin-numbers">
      <summary>
        {formatCount(count, 'webhook')} of PayPal {count === 1 ? 'belongs' : 'belong'} to no order
        of this store
      </summary>
      <p className="admin-by">
        Another program may use the same PayPal account. Search there for the id to see the payment.
        {count > newest.length && ` The newest ${newest.length} are shown.`}
      </p>
      <RowTable
        caption="Webhooks of unknown orders"
        rows={newest}
        rowKey={({ id }) => id}
        empty=""
        columns={columns}
      />
    </details>
  );
}

const columns: readonly RowColumn<UnknownWebhook>[] = [
  ['Time', ({ receivedAt }) => <Time at={receivedAt} />],
  ['Event', ({ type }) => type],
  ['PayPal order', ({ providerOrderId }) => providerOrderId],
  ['Payment', ({ captureId }) => captureId],
];

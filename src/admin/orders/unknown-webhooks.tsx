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
      <table className="admin-table">
        <caption className="sr-only">Webhooks of unknown orders</caption>
        <thead>
          <tr>
            <th>Time</th>
            <th>Event</th>
            <th>PayPal order</th>
            <th>Payment</th>
          </tr>
        </thead>
        <tbody>
          {newest.map(({ id, type, providerOrderId, captureId, receivedAt }) => (
            <tr key={id}>
              <th scope="row">
                <Time at={receivedAt} />
              </th>
              <td data-label="Event">{type}</td>
              <td data-label="PayPal order">{providerOrderId}</td>
              <td data-label="Payment">{captureId}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

import { formatDollars } from '#core/kernel/money.model.ts';
import type { OrderView } from '#core/orders/index.ts';
import { paths } from '#src/paths.ts';
import { Alert } from '#ui/alert.tsx';
import { formatDate } from '#ui/format.ts';
import { OrderActions, type RejectedInvitation } from './order-actions.tsx';

/** A paid order: its files, what was bought, and what may be done with it. */
export function PaidOrderDetails({
  order,
  salesEmail,
  sent,
}: {
  order: OrderView;
  salesEmail: string;
  sent: RejectedInvitation | undefined;
}) {
  return (
    <>
      <p className="label">Order {order.number}</p>
      <h1 className="mt-1 text-[36px]">Thank you. Your payment is confirmed.</h1>
      <p className="mt-4 text-[17px]">
        <strong>{order.reportTitle}</strong> ({order.reportCode})
      </p>
      {order.isOwn ? (
        <div className="mt-6 grid gap-3 sm:grid-cols-2">
          {order.files.map(
            ({ kind, token, downloadsLeft, downloadsAllowed, expiresAt, isUsable }) =>
              isUsable ? (
                <a
                  key={kind}
                  className="sheet grid gap-1 border-accent! p-5 hover:bg-wash"
                  href={paths.download(token)}
                  download
                >
                  <span className="text-[18px] font-semibold text-accent">
                    {kind === 'pdf' ? 'Download the report (PDF)' : 'Download the data (Excel)'}
                  </span>
                  <span className="label">
                    {downloadsLeft} of {downloadsAllowed} downloads left, until{' '}
                    {formatDate(expiresAt)}
                  </span>
                </a>
              ) : (
                <div key={kind} className="sheet grid gap-1 p-5">
                  <span className="text-[18px] font-semibold">
                    {kind === 'pdf' ? 'The report (PDF)' : 'The data (Excel)'}
                  </span>
                  <span className="label">
                    {downloadsLeft < 1
                      ? `Downloaded ${downloadsAllowed} times`
                      : `Ended on ${formatDate(expiresAt)}`}
                    : renew the links below
                  </span>
                </div>
              ),
          )}
        </div>
      ) : (
        <div className="mt-6">
          <Alert kind="note">
            The files are shown to the browser that placed the order. The letter to {order.email}{' '}
            has the same links.
          </Alert>
        </div>
      )}
      <dl className="figures mt-8 grid grid-cols-[140px_1fr] gap-y-2 border-t border-rule pt-5 text-[15px]">
        <dt className="text-muted">Paid</dt>
        <dd>{formatDollars(order.priceCents)} USD</dd>
        {order.refundedCents > 0 && (
          <>
            <dt className="text-muted">Given back</dt>
            <dd>{formatDollars(order.refundedCents)} USD</dd>
          </>
        )}
        <dt className="text-muted">Licence</dt>
        <dd>{order.rights}</dd>
        {order.baseOrderNumber && (
          <>
            <dt className="text-muted">Upgrade of</dt>
            <dd>
              <a className="link" href={paths.orderPage(order.baseOrderNumber)}>
                {order.baseOrderNumber}
              </a>
            </dd>
          </>
        )}
        {order.upgradeNumbers.length > 0 && (
          <>
            <dt className="text-muted">Enlarged by</dt>
            <dd className="flex flex-wrap gap-x-4">
              {order.upgradeNumbers.map((number) => (
                <a key={number} className="link" href={paths.orderPage(number)}>
                  {number}
                </a>
              ))}
            </dd>
          </>
        )}
        <dt className="text-muted">Letter to</dt>
        <dd className="wrap-anywhere">{order.email}</dd>
        <dt className="text-muted">Payment</dt>
        <dd>
          {order.method === 'bank'
            ? `Bank transfer${order.paidAt ? `, received on ${formatDate(order.paidAt)}` : ''}`
            : `PayPal ${order.payment.id}, ${order.payment.status.toLowerCase()}`}
        </dd>
      </dl>
      {order.isOwn && <OrderActions order={order} sent={sent} />}
      <p className="mt-6 text-[15px] text-muted">
        Questions about this order:{' '}
        <a className="link" href={`mailto:${salesEmail}`}>
          {salesEmail}
        </a>
      </p>
    </>
  );
}

import { dollars } from '#core/kernel/cents.ts';
import type { PaidOrder } from '#core/orders/index.ts';
import { paths } from '#src/paths.ts';
import { Alert } from '#ui/alert.tsx';
import { day } from '#ui/words.ts';
import { OrderCare, type Sent } from './order-care.tsx';

/** A paid order: its files, what was bought, and what may be done with it. */
export function Paid({
  order,
  salesEmail,
  sent,
}: {
  order: PaidOrder;
  salesEmail: string;
  sent: Sent | undefined;
}) {
  return (
    <>
      <p className="label">Order {order.number}</p>
      <h1 className="mt-1 text-[36px]">Thank you. Your payment is confirmed.</h1>
      <p className="mt-4 text-[17px]">
        <strong>{order.reportTitle}</strong> ({order.reportCode})
      </p>
      {order.own ? (
        <div className="mt-6 grid gap-3 sm:grid-cols-2">
          {order.files.map(({ kind, token, left, allowed, ends, works }) =>
            works ? (
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
                  {left} of {allowed} downloads left, until {day(ends)}
                </span>
              </a>
            ) : (
              <div key={kind} className="sheet grid gap-1 p-5">
                <span className="text-[18px] font-semibold">
                  {kind === 'pdf' ? 'The report (PDF)' : 'The data (Excel)'}
                </span>
                <span className="label">
                  {left < 1 ? `Downloaded ${allowed} times` : `Ended on ${day(ends)}`}: renew the
                  links below
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
        <dd>{dollars(order.price)} USD</dd>
        {order.refunded > 0 && (
          <>
            <dt className="text-muted">Given back</dt>
            <dd>{dollars(order.refunded)} USD</dd>
          </>
        )}
        <dt className="text-muted">Licence</dt>
        <dd>{order.rights}</dd>
        {order.before && (
          <>
            <dt className="text-muted">Upgrade of</dt>
            <dd>
              <a className="link" href={paths.paymentSuccess(order.before)}>
                {order.before}
              </a>
            </dd>
          </>
        )}
        {order.after.length > 0 && (
          <>
            <dt className="text-muted">Enlarged by</dt>
            <dd className="flex flex-wrap gap-x-4">
              {order.after.map((number) => (
                <a key={number} className="link" href={paths.paymentSuccess(number)}>
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
            ? `Bank transfer${order.paidAt ? `, received on ${day(order.paidAt)}` : ''}`
            : `PayPal ${order.payment.id}, ${order.payment.status.toLowerCase()}`}
        </dd>
      </dl>
      {order.own && <OrderCare order={order} sent={sent} />}
      <p className="mt-6 text-[15px] text-muted">
        Questions about this order:{' '}
        <a className="link" href={`mailto:${salesEmail}`}>
          {salesEmail}
        </a>
      </p>
    </>
  );
}

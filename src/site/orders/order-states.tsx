/** What an order's page says in each state but the best one, which is paid. */
import { dollars } from '#core/kernel/cents.ts';
import type { Unpaid } from '#core/orders/again.ts';
import type { PaidOrder } from '#core/orders/index.ts';
import { paths } from '#src/paths.ts';
import { day } from '#ui/words.ts';
import { Papers } from './order-care.tsx';

/** Where to go from a payment that was not taken. */
export function NotPaid({ order }: { order: Unpaid | undefined }) {
  if (!order)
    return (
      <>
        <p>
          This address leads to no payment of this browser. If you approved one, a letter tells how
          it ended.
        </p>
        <p>
          <a className="button" href={paths.reportStore()}>
            Report Store
          </a>
        </p>
      </>
    );
  return (
    <>
      <p className="text-[17px]">
        <strong>{order.reportTitle}</strong> ({order.reportCode}), order {order.number}
      </p>
      <p>
        {order.declined
          ? 'Your card or account was declined: nothing was charged. Try another one.'
          : 'The payment was not approved: nothing was charged. Your order is kept.'}
      </p>
      <p className="flex flex-wrap gap-4">
        {order.approvalUrl && (
          <a className="button" href={order.approvalUrl}>
            {order.declined ? 'Pay in another way at PayPal' : 'Back to PayPal'}
          </a>
        )}
        {order.enlarges ? (
          <a className="button quiet" href={paths.paymentSuccess(order.enlarges)}>
            Order {order.enlarges}
          </a>
        ) : (
          <a className="button quiet" href={paths.buyAgain(order.reportCode, order.licence)}>
            Checkout, or pay by bank transfer
          </a>
        )}
      </p>
    </>
  );
}

/** An order's page shows itself to its buyer alone; who he is, this browser does not say. */
export function Unknown({ number }: { number: string }) {
  return (
    <div className="grid justify-items-start gap-5">
      <h1 className="text-[36px]">Your order</h1>
      <p>
        An order's page opens in the browser that ordered, and in the account of its buyer. If order{' '}
        {number} is yours, log in, or have new download links sent to the address of the order.
      </p>
      <p className="flex flex-wrap gap-4">
        <a
          className="button"
          href={`${paths.login()}?from=${encodeURIComponent(paths.paymentSuccess(number))}`}
        >
          Login
        </a>
        <a className="button quiet" href={paths.renewDownload()}>
          Send me new links
        </a>
      </p>
    </div>
  );
}

/** How a transfer is made, until staff saw it arrive. */
export function AwaitingTransfer({
  order,
  bank,
}: {
  order: PaidOrder;
  bank: { holder: string; iban: string; bic: string };
}) {
  const rows = [
    ['To', bank.holder],
    ['IBAN', bank.iban],
    ['BIC', bank.bic],
    ['Reference', order.number],
    ['Amount', `${dollars(order.price)} USD`],
    ['Please transfer by', order.transferBy ? day(order.transferBy) : ''],
  ];
  return (
    <>
      <p className="label">Order {order.number}</p>
      <h1 className="mt-1 text-[36px]">Thank you. Please transfer the total.</h1>
      <p className="mt-4 text-[17px]">
        <strong>{order.reportTitle}</strong> ({order.reportCode})
      </p>
      <dl className="figures mt-6 grid grid-cols-[150px_1fr] gap-y-2 border-t border-rule pt-5">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6">
        The files and the invoice come to {order.email} as soon as the transfer has arrived.
      </p>
      <p className="mt-4 flex flex-wrap gap-4">
        {order.papers.map(({ number, token }) => (
          <a key={number} className="button quiet" href={paths.paper(token)}>
            Pro-forma invoice {number}
          </a>
        ))}
        <a className="button quiet" href={paths.buyAgain(order.reportCode, order.licence)}>
          Pay by card instead
        </a>
      </p>
      <p className="label mt-3">Paid by card, this order is closed by itself.</p>
    </>
  );
}

/** True where nothing of the order can be downloaded any more. */
export const isClosed = ({ state }: PaidOrder): boolean =>
  ['refunded', 'reversed', 'cancelled', 'expired'].includes(state);

const closed: Readonly<Partial<Record<PaidOrder['state'], readonly [title: string, why: string]>>> =
  {
    refunded: [
      'This order was refunded',
      'The payment went back to the account that paid. Your bank may need some days to show it. The files can no longer be downloaded, and the licence has ended.',
    ],
    reversed: [
      'The downloads of this order are paused',
      'Its payment is in dispute, or the order that it enlarges is closed. They open again by themselves when that is settled.',
    ],
  };
const unpaidTransfer = [
  'This order is closed',
  'Nothing is owed, and the pro-forma invoice is void. If a transfer is on its way all the same, the report is delivered when it arrives.',
] as const;

/** The money went back, or is in dispute: what that means, and the papers. */
export function Closed({ order, salesEmail }: { order: PaidOrder; salesEmail: string }) {
  const [title, why] = closed[order.state] ?? unpaidTransfer;
  return (
    <>
      <p className="label">Order {order.number}</p>
      <h1 className="mt-1 text-[36px]">{title}</h1>
      <p className="mt-4 text-[17px]">
        <strong>{order.reportTitle}</strong> ({order.reportCode})
      </p>
      <p className="mt-4">{why}</p>
      {order.papers.length > 0 && (
        <div className="mt-6">
          <Papers order={order} />
        </div>
      )}
      <p className="mt-6 text-[15px] text-muted">
        Questions about this order:{' '}
        <a className="link" href={`mailto:${salesEmail}`}>
          {salesEmail}
        </a>
      </p>
    </>
  );
}

/** What an order's page says in each state but the best one, which is paid. */
import { formatDollars } from '#core/kernel/money.model.ts';
import type { UnpaidOrder } from '#core/orders/checkout/resume-checkout.ts';
import type { OrderView } from '#core/orders/index.ts';
import { paths } from '#src/paths.ts';
import { formatDate } from '#ui/format.ts';
import { OrderDocuments } from './order-actions.tsx';

/** Where to go from a payment that was not taken. */
export function UnpaidOrderNotice({ order }: { order: UnpaidOrder | undefined }) {
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
        {order.isDeclined
          ? 'Your card or account was declined: nothing was charged. Try another one.'
          : 'The payment was not approved: nothing was charged. Your order is kept.'}
      </p>
      <p className="flex flex-wrap gap-4">
        {order.approvalUrl && (
          <a className="button" href={order.approvalUrl}>
            {order.isDeclined ? 'Pay in another way at PayPal' : 'Back to PayPal'}
          </a>
        )}
        {order.baseOrderNumber ? (
          <a className="button quiet" href={paths.orderPage(order.baseOrderNumber)}>
            Order {order.baseOrderNumber}
          </a>
        ) : (
          <a className="button quiet" href={paths.resumeCheckout(order.reportCode, order.licence)}>
            Checkout, or pay by bank transfer
          </a>
        )}
      </p>
    </>
  );
}

/** An order's page shows itself to its buyer alone; who he is, this browser does not say. */
export function OrderLoginPrompt({ number }: { number: string }) {
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
          href={`${paths.login()}?from=${encodeURIComponent(paths.orderPage(number))}`}
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
export function AwaitingBankTransfer({
  order,
  bank,
}: {
  order: OrderView;
  bank: { holder: string; iban: string; bic: string };
}) {
  const rows = [
    ['To', bank.holder],
    ['IBAN', bank.iban],
    ['BIC', bank.bic],
    ['Reference', order.number],
    ['Amount', `${formatDollars(order.priceCents)} USD`],
    ['Please transfer by', order.transferDueAt ? formatDate(order.transferDueAt) : ''],
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
        {order.documents.map(({ number, token }) => (
          <a key={number} className="button quiet" href={paths.document(token)}>
            Pro-forma invoice {number}
          </a>
        ))}
        <a className="button quiet" href={paths.resumeCheckout(order.reportCode, order.licence)}>
          Pay by card instead
        </a>
      </p>
      <p className="label mt-3">Paid by card, this order is closed by itself.</p>
    </>
  );
}

/** True where nothing of the order can be downloaded any more. */
export const isOrderClosed = ({ state }: OrderView): boolean =>
  ['refunded', 'suspended', 'cancelled', 'expired'].includes(state);

const closedOrderTexts: Readonly<
  Partial<Record<OrderView['state'], readonly [title: string, why: string]>>
> = {
  refunded: [
    'This order was refunded',
    'The payment went back to the account that paid. Your bank may need some days to show it. The files can no longer be downloaded, and the licence has ended.',
  ],
  suspended: [
    'The downloads of this order are paused',
    'Its payment is in dispute, or the order that it enlarges is closed. They open again by themselves when that is settled.',
  ],
};
const unpaidTransferText = [
  'This order is closed',
  'Nothing is owed, and the pro-forma invoice is void. If a transfer is on its way all the same, the report is delivered when it arrives.',
] as const;

/** The money went back, or is in dispute: what that means, and the papers. */
export function ClosedOrder({ order, salesEmail }: { order: OrderView; salesEmail: string }) {
  const [title, why] = closedOrderTexts[order.state] ?? unpaidTransferText;
  return (
    <>
      <p className="label">Order {order.number}</p>
      <h1 className="mt-1 text-[36px]">{title}</h1>
      <p className="mt-4 text-[17px]">
        <strong>{order.reportTitle}</strong> ({order.reportCode})
      </p>
      <p className="mt-4">{why}</p>
      {order.documents.length > 0 && (
        <div className="mt-6">
          <OrderDocuments order={order} />
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

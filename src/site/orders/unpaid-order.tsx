import type { UnpaidOrder } from '#core/orders/checkout/resume-checkout.ts';
import { paths } from '#src/paths.ts';
import { useSite } from '#site/layout/use-site.ts';
import { Alert } from '#ui/alert.tsx';
import { ReceiptRow } from './order-receipt.tsx';
import { OrderTitle } from './order-title.tsx';

/** Nothing was paid: why, and how the buyer can still pay. */
export function PaymentFailed({
  message,
  order,
}: {
  message: string | undefined;
  order: UnpaidOrder | undefined;
}) {
  return (
    <div className="order">
      <div className="grid gap-5">
        <OrderTitle
          state={order ? 'Not paid' : ''}
          title={message === undefined ? 'This order is not paid' : 'Payment'}
        />
        {message !== undefined && <Alert>{message}</Alert>}
        {order ? <UnpaidOrderOptions order={order} /> : <UnknownPayment />}
      </div>
      {order && <UnpaidReceipt order={order} />}
    </div>
  );
}

function UnpaidReceipt({ order }: { order: UnpaidOrder }) {
  return (
    <aside className="receipt px-5 py-5 lg:px-[22px]" aria-labelledby="receipt">
      <h2 id="receipt" className="text-[19px]">
        Your order
      </h2>
      <dl className="figures mt-2">
        <ReceiptRow name="Report">{order.reportTitle}</ReceiptRow>
        <ReceiptRow name="Code">{order.reportCode}</ReceiptRow>
        <ReceiptRow name="Licence">{order.licenceName}</ReceiptRow>
        <ReceiptRow name="Order">{order.number}</ReceiptRow>
        <ReceiptRow name="Status">{describeStatus(order)}</ReceiptRow>
      </dl>
    </aside>
  );
}

function describeStatus({ isInCheck, isDeclined, isOurFault, closedReason }: UnpaidOrder): string {
  if (closedReason && !isInCheck) return 'Closed';
  if (isInCheck) return 'Being checked';
  if (isOurFault) return 'Refused';
  return isDeclined ? 'Declined' : 'Not paid';
}

function UnknownPayment() {
  return (
    <>
      <p>
        We found no payment for this link in this browser. If you approved a payment, we email you
        its result.
      </p>
      <p>
        <a className="button" href={paths.reportStore()}>
          Report Store
        </a>
      </p>
    </>
  );
}

/** Why nothing was charged. */
function explainUnpaid(order: UnpaidOrder): string {
  const { isDeclined, isOurFault, closedReason, insteadNumber } = order;
  const instead = insteadNumber === undefined ? 'another order' : `order ${insteadNumber}`;
  if (closedReason === 'replaced')
    return `You placed this order again with other details: ${instead} is in its place. No payment is taken for this one, and nothing was charged.`;
  if (closedReason === 'already-paid')
    return `We did not take this payment, since this licence is paid already, with ${instead}. Nothing was charged. If you want another copy, please order it once more and confirm that.`;
  if (closedReason === 'base-closed')
    return 'We did not take this payment, since the order that it upgrades is closed. Nothing was charged.';
  if (closedReason === 'nothing-to-deliver')
    return 'We did not take this payment, since the report is not for sale any more in this licence. Nothing was charged. If you still need it, please write to us.';
  if (closedReason === 'number-taken')
    return 'PayPal did not take this payment, and takes none for this order any more. Nothing was charged. Please order once more.';
  if (isOurFault)
    return 'PayPal did not take this payment because of our account there: the fault is ours, not that of your card or account. Nothing was charged. We have been told and are looking into it; your order is saved.';
  return isDeclined
    ? 'Your card or account was declined: nothing was charged. Please try another one.'
    : 'The payment was not approved: nothing was charged. Your order is saved.';
}

function UnpaidOrderOptions({ order }: { order: UnpaidOrder }) {
  const { bank } = useSite();
  return (
    <>
      <p className="text-[17px]">{explainUnpaid(order)}</p>
      <p className="flex flex-wrap gap-4">
        {order.insteadNumber && (
          <a className="button" href={paths.orderPage(order.insteadNumber)}>
            Order {order.insteadNumber}
          </a>
        )}
        {order.approvalUrl && (
          <a className="button" href={order.approvalUrl}>
            {order.isDeclined ? 'Pay another way at PayPal' : 'Back to PayPal'}
          </a>
        )}
        <OrderAgain order={order} hasTransfers={bank !== undefined} />
      </p>
    </>
  );
}

/**
 * Where the licence is ordered again: at the checkout, or an upgrade from the order that it
 * upgrades.
 */
function OrderAgain({ order, hasTransfers }: { order: UnpaidOrder; hasTransfers: boolean }) {
  const { baseOrderNumber, insteadNumber, reportCode, licence, closedReason } = order;
  if (baseOrderNumber !== undefined)
    return baseOrderNumber === insteadNumber ? null : (
      <a className="button quiet" href={paths.orderPage(baseOrderNumber)}>
        Order {baseOrderNumber}
      </a>
    );
  const checkout = hasTransfers ? 'Checkout, or pay by bank transfer' : 'Checkout';
  return (
    <a className="button quiet" href={paths.resumeCheckout(reportCode, licence)}>
      {closedReason === 'already-paid' ? 'Order another copy' : checkout}
    </a>
  );
}

/** Explains a payment that nobody has confirmed yet. */
function explainUnconfirmed(order: UnpaidOrder | undefined): string {
  if (order?.state !== 'mismatch')
    return (
      "PayPal has not confirmed your payment yet. You don't need to pay again: we keep " +
      'checking, and email you your files as soon as it is confirmed.'
    );
  return order.closedReason === 'already-paid'
    ? 'You paid twice for this licence. We are sending this payment back to the account that ' +
        'paid, and email you when that is done.'
    : 'A payment has arrived, but it differs from this order, so that one of us looks at ' +
        "it. You don't need to do anything: we email you what we find.";
}

/** The payment is not confirmed yet: nothing to pay again, and a way to check. */
export function PaymentUnconfirmed({
  error,
  order,
}: {
  error: string | undefined;
  order: UnpaidOrder | undefined;
}) {
  return (
    <div className="order">
      <div className="grid content-start gap-5">
        <OrderTitle state={order ? 'Being checked' : ''} title="We are checking your payment" />
        {error && <Alert>{error}</Alert>}
        <p className="text-[17px]">{explainUnconfirmed(order)}</p>
        <p>
          <a className="button quiet" href="">
            Check again
          </a>
        </p>
      </div>
      {order && <UnpaidReceipt order={order} />}
    </div>
  );
}

/** An order's page is shown to its buyer alone: how a buyer on another device gets there. */
export function OrderLoginPrompt({ number }: { number: string }) {
  return (
    <div className="grid max-w-[720px] gap-5">
      <h1 className="text-[27px] lg:text-[36px]">Your order</h1>
      <p>
        Orders open in the browser that placed them, or in the buyer's account. If order {number} is
        yours, please log in, or have new download links emailed to you.
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

import type { UnpaidOrder } from '#core/orders/checkout/resume-checkout.ts';
import { paths } from '#src/paths.ts';
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

function describeStatus({ isInCheck, isDeclined }: UnpaidOrder): string {
  if (isInCheck) return 'Being checked';
  return isDeclined ? 'Declined' : 'Not paid';
}

function UnknownPayment() {
  return (
    <>
      <p>
        We found no payment for this link in this browser. If you approved a payment, we have
        emailed you the result.
      </p>
      <p>
        <a className="button" href={paths.reportStore()}>
          Report Store
        </a>
      </p>
    </>
  );
}

function UnpaidOrderOptions({ order }: { order: UnpaidOrder }) {
  return (
    <>
      <p className="text-[17px]">
        {order.isDeclined
          ? 'Your card or account was declined: nothing was charged. Please try another one.'
          : 'The payment was not approved: nothing was charged. Your order is saved.'}
      </p>
      <p className="flex flex-wrap gap-4">
        {order.approvalUrl && (
          <a className="button" href={order.approvalUrl}>
            {order.isDeclined ? 'Pay another way at PayPal' : 'Back to PayPal'}
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
        <p className="text-[17px]">
          {order?.state === 'mismatch'
            ? 'A payment has arrived, but it differs from this order, so that one of us looks at ' +
              "it. You don't need to do anything: we email you what we find."
            : "PayPal has not confirmed your payment yet. You don't need to pay again: we keep " +
              'checking, and email you your files as soon as it is confirmed.'}
        </p>
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

import { redirect, type RouterContextProvider } from 'react-router';
import type { Route } from './+types/order-page.ts';
import type { Orders, OrderView } from '#core/orders/index.ts';
import type { Buyer } from '#core/orders/order-access.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { findRejectedForm, type FormAnswer } from '#site/form-fields.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { sameOriginReferrer } from '#site/refusal-response.ts';
import { Alert } from '#ui/alert.tsx';
import { AwaitingBankTransfer } from './awaiting-transfer.tsx';
import { ClosedOrder, isOrderClosed } from './closed-order.tsx';
import { handleOrderForm } from './order-page-actions.ts';
import type { OrderPageData } from './order-page-data.ts';
import { OrderReceipt } from './order-receipt.tsx';
import { PaidOrderDetails } from './paid-order.tsx';
import { RefusedEmails } from './refused-emails.tsx';
import { PaymentStartHint } from './payment-start-hint.tsx';
import { completePayment, respondWith } from './payment-return.ts';
import { OrderLoginPrompt, PaymentFailed, PaymentUnconfirmed } from './unpaid-order.tsx';

export const loader = ({ context, request }: Route.LoaderArgs) =>
  new URL(request.url).searchParams.has('order')
    ? loadOrder(context, request)
    : completePayment(context, request);

export const action = ({ context, request }: Route.ActionArgs) => handleOrderForm(context, request);

/** The order of `?order=` for its buyer, whatever its state. */
async function loadOrder(context: Readonly<RouterContextProvider>, request: Request) {
  const { orders, accounts } = context.get(appContext);
  const { buyerSecret, sessionSecret, takeMessage } = context.get(visitContext);
  const { searchParams } = new URL(request.url);
  const orderNumber = (searchParams.get('order') ?? '').slice(0, 40);
  if (searchParams.has('cancelled')) await leaveCancelled(context, searchParams);
  const customer = await accounts.getCurrentCustomer(sessionSecret);
  const buyer = { browser: buyerSecret, customer };
  const order = await orders.own.getOwnOrder(orderNumber, buyer);
  if (!order) return loadUnpaidOrder(orders, orderNumber, buyer);
  return respondWith({ kind: 'order', order, notice: takeMessage() });
}

/**
 * The buyer is back from the provider without paying. The address without `cancelled` says so once:
 * reloaded later, perhaps after another payment, it would no longer be true.
 */
async function leaveCancelled(
  context: Readonly<RouterContextProvider>,
  searchParams: URLSearchParams,
): Promise<never> {
  const token = searchParams.get('token');
  if (token) await context.get(appContext).orders.paymentAttempts.cancelOrder(token.slice(0, 40));
  context.get(visitContext).leaveMessage('Payment cancelled. You have not been charged.');
  throw redirect(paths.orderPage(searchParams.get('order') ?? ''), 303);
}

/** The buyer's own order by card that is not paid or in check; everybody else is asked to log in. */
async function loadUnpaidOrder(orders: Orders, orderNumber: string, buyer: Buyer) {
  const unpaidOrder = await orders.resumeCheckout.getUnpaidOrderByNumber(orderNumber, buyer);
  const headers = sameOriginReferrer;
  if (!unpaidOrder)
    return respondWith({ kind: 'login-required', orderNumber }, { status: 404, headers });
  return unpaidOrder.isInCheck
    ? respondWith(
        { kind: 'unconfirmed', error: undefined, order: unpaidOrder },
        { status: 202, headers },
      )
    : respondWith({ kind: 'failed', message: undefined, unpaidOrder });
}

/** An order for its buyer, or what became of the payment that the buyer returns from. */
export default function OrderPage({ loaderData: view, actionData }: Route.ComponentProps) {
  const notice = view.kind === 'order' && view.notice;
  return (
    <div className="wrap py-9 lg:py-12">
      <PageHead
        title="Payment"
        siteName={useSite().siteName}
        description="The result of your payment."
        noIndex
      />
      {actionData || notice ? (
        <div className="mb-6">
          <Alert kind={actionData && !actionData.ok ? 'error' : 'note'}>
            {actionData?.message ?? notice}
            <PaymentStartHint message={actionData?.message} methods={['card']} />
          </Alert>
        </div>
      ) : null}
      <OrderPageContent view={view} answer={actionData} />
    </div>
  );
}

function OrderPageContent({
  view,
  answer,
}: {
  view: OrderPageData;
  answer: FormAnswer | undefined;
}) {
  if (view.kind === 'order') return <OrderContent order={view.order} answer={answer} />;
  if (view.kind === 'login-required') return <OrderLoginPrompt number={view.orderNumber} />;
  if (view.kind === 'unconfirmed') return <PaymentUnconfirmed {...view} />;
  return <PaymentFailed message={view.message} order={view.unpaidOrder} />;
}

function OrderContent({ order, answer }: { order: OrderView; answer: FormAnswer | undefined }) {
  const { salesEmail } = useSite();
  return (
    <div className="order">
      <div className="min-w-0">
        <RefusedEmails order={order} rejected={findRejectedForm(answer, 'correct')} />
        <OrderState order={order} answer={answer} />
      </div>
      <OrderReceipt order={order} salesEmail={salesEmail} />
    </div>
  );
}

function OrderState({ order, answer }: { order: OrderView; answer: FormAnswer | undefined }) {
  const { bank } = useSite();
  if (order.state === 'awaiting-transfer')
    return <AwaitingBankTransfer order={order} bank={bank} />;
  if (isOrderClosed(order)) return <ClosedOrder order={order} />;
  return <PaidOrderDetails order={order} answer={answer} />;
}

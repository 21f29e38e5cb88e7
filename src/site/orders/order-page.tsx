import { redirect, type RouterContextProvider } from 'react-router';
import type { Route } from './+types/order-page.ts';
import type { Orders, OrderView } from '#core/orders/index.ts';
import type { Buyer } from '#core/orders/order-access.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import {
  findRejectedForm,
  type FormAnswer,
  getFieldProps,
  type RejectedForm,
} from '#site/form-fields.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { sameOriginReferrer } from '#site/refusal-response.ts';
import { Alert } from '#ui/alert.tsx';
import { handleOrderForm } from './order-page-actions.ts';
import type { OrderPageData } from './order-page-data.ts';
import { OrderReceipt } from './order-receipt.tsx';
import { PaidOrderDetails } from './paid-order.tsx';
import { PaymentStartHint } from './payment-start-hint.tsx';
import { completePayment, respondWith } from './payment-return.ts';
import { OrderLoginPrompt, PaymentFailed, PaymentUnconfirmed } from './unpaid-order.tsx';
import type { BankAccount } from '#core/store/model.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { describeDays } from '#core/catalogue/goods/delivery-words.model.ts';
import { DefinitionRows } from '#ui/definition-rows.tsx';
import { formatDate } from '#ui/format.ts';
import { OrderTitle } from './order-title.tsx';
import { OrderDocuments } from './order-documents.tsx';
import { Field } from '#ui/field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

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
  const customer = await accounts.sessions.getCurrentCustomer(sessionSecret);
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

/**
 * The buyer's own order by card that is not paid or in check; everybody else is asked to log in.
 */
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

const bankRows = ({ holder, iban, bic }: BankAccount) =>
  [
    ['To', holder],
    ['IBAN', iban],
    ['BIC', bic],
  ] as const;

/** How to pay an order by bank transfer, until staff confirm that the money has arrived. */
function AwaitingBankTransfer({ order, bank }: { order: OrderView; bank: BankAccount | null }) {
  const days = order.promise?.deliveryDays ?? undefined;
  return (
    <>
      <OrderTitle state="Waiting for your transfer" title="Thank you. Please transfer the total.">
        We email {days === undefined ? 'your files and the invoice' : 'the invoice'} to{' '}
        <strong>{order.email}</strong> as soon as the transfer arrives
        {days !== undefined && `, and deliver your report ${describeDays(days)} of that day`}.
      </OrderTitle>
      <dl className="figures mt-6 grid grid-cols-[144px_1fr] gap-y-2 border-t-2 border-ink pt-4 sm:grid-cols-[160px_1fr]">
        <DefinitionRows
          valueClassName="wrap-anywhere"
          rows={[
            ...(bank ? bankRows(bank) : []),
            ['Reference', order.number],
            ['Amount', `${formatMoney(order.priceCents, order.currency)} ${order.currency}`],
            ['Please transfer by', order.transferDueOn ? formatDate(order.transferDueOn) : ''],
          ]}
        />
      </dl>
      <p className="mt-6 flex flex-wrap gap-4">
        {order.documents.map(({ number, token }) => (
          <a key={number} className="button quiet" href={paths.document(token)}>
            Pro-forma invoice {number}
          </a>
        ))}
        <a
          className="button quiet"
          href={paths.resumeCheckout(order.reportCode, order.licence, order.number)}
        >
          Pay by card instead
        </a>
      </p>
      <p className="label mt-3">If you pay by card, this transfer order is closed automatically.</p>
    </>
  );
}

/** True if nothing of the order can be downloaded any more. */
const isOrderClosed = ({ state }: OrderView): boolean =>
  ['refunded', 'suspended', 'cancelled', 'expired'].includes(state);

type ClosedOrderText = {
  readonly state: string;
  readonly title: string;
  readonly explanation: string;
};

const closedOrderTexts: Readonly<Partial<Record<OrderView['state'], ClosedOrderText>>> = {
  refunded: {
    state: 'Refunded',
    title: 'This order was refunded',
    explanation:
      'We refunded the account that paid; your bank may need a few days to show it. ' +
      'The files can no longer be downloaded, and the licence has ended.',
  },
  suspended: {
    state: 'Paused',
    title: 'The downloads of this order are paused',
    explanation: 'Its payment is in dispute. Downloads resume automatically once that is settled.',
  },
};
const paidTwiceText: ClosedOrderText = {
  state: 'Sent back',
  title: 'You paid twice for this licence',
  explanation:
    'You have it with another order, which stays as it is. We sent this second payment back to ' +
    'the account that paid; your bank may need a few days to show it.',
};
/** An upgrade also stops with the order that it upgrades. */
const suspendedUpgrade =
  'Its payment is in dispute, or the order that it upgrades is closed. ' +
  'Downloads resume automatically once that is settled.';
const unpaidTransferText: ClosedOrderText = {
  state: 'Closed',
  title: 'This order is closed',
  explanation:
    'Nothing is owed, and the pro-forma invoice is void. ' +
    'If you have already sent a transfer, we deliver the report when it arrives.',
};

/**
 * An order that was refunded, is in dispute or was never paid: what that means, and its documents.
 */
function ClosedOrder({ order }: { order: OrderView }) {
  const closed = order.isPaidTwice ? paidTwiceText : closedOrderTexts[order.state];
  const { state, title, explanation } = closed ?? unpaidTransferText;
  return (
    <>
      <OrderTitle state={state} title={title}>
        {order.state === 'suspended' && order.baseOrderNumber ? suspendedUpgrade : explanation}
      </OrderTitle>
      {closed === undefined && (
        <p className="mt-6">
          <a className="button quiet" href={paths.resumeCheckout(order.reportCode, order.licence)}>
            Order again
          </a>
        </p>
      )}
      <OrderDocuments order={order} />
    </>
  );
}

type Props = { readonly order: OrderView; readonly rejected: RejectedForm | undefined };

/** For the buyer: which emails could not be delivered, and the form that corrects their address. */
function RefusedEmails({ order, rejected }: Props) {
  if (order.emailState !== 'refused' && order.refusedSeats.length === 0) return null;
  return (
    <div className="mb-8 grid gap-4">
      {order.emailState === 'refused' && <CorrectAddress order={order} rejected={rejected} />}
      {order.refusedSeats.map((address) => (
        <Alert key={address}>
          We could not deliver our email to <strong className="wrap-anywhere">{address}</strong>:
          the address does not exist or takes no email. Revoke that seat below, and invite your
          colleague again with the right address.
        </Alert>
      ))}
    </div>
  );
}

const CorrectAddress = ({ order, rejected }: Props) => (
  <Alert>
    <h2 className="text-[19px]">We could not deliver our email</h2>
    <p className="mt-1">
      The mail server of <strong className="wrap-anywhere">{order.email}</strong> says that this
      address does not exist or takes no email. Please correct it: the email goes out again at once.
    </p>
    <form method="post" className="mt-3 grid gap-4">
      <input type="hidden" name="what" value="correct" />
      <Field
        {...getFieldProps('email', rejected)}
        id="correct-email"
        label="Your email address"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
      />
      <p>
        <SubmitButton busyLabel="Sending…" className="button">
          Correct and send again
        </SubmitButton>
      </p>
    </form>
  </Alert>
);

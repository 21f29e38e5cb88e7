import { data, redirect } from 'react-router';
import type { Route } from './+types/order-page.ts';
import type { UnpaidOrder } from '#core/orders/checkout/resume-checkout.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { readTextFields } from '#site/leads/submit-lead-form.ts';
import { Alert } from '#ui/alert.tsx';
import {
  AwaitingBankTransfer,
  ClosedOrder,
  isOrderClosed,
  UnpaidOrderNotice,
  OrderLoginPrompt,
} from './order-states.tsx';
import { PaidOrderDetails } from './paid-order.tsx';
import { refusalInit, sameOriginReferrer } from '#site/refusal-response.ts';

const doneMessages: Readonly<Record<string, string>> = {
  invite: 'The invitation is on its way.',
  again:
    'The seat stands. Its letter went out within the hour already, and works: another one can be sent later.',
  renew: 'Your downloads are renewed, and a letter with the links is on its way.',
  revoke: 'The seat is taken back.',
};
// To us alone: the token goes to nobody else. With no referrer at all a browser would post as "Origin: null".

export async function loader({ context, request }: Route.LoaderArgs) {
  const { orders, accounts } = context.get(appContext);
  const { buyerSecret, sessionSecret } = context.get(visitContext);
  const { searchParams } = new URL(request.url);
  const orderNumber = searchParams.get('order');
  if (orderNumber !== null) {
    const isCancelled = searchParams.has('cancelled');
    if (isCancelled && searchParams.get('token'))
      await orders.paymentAttempts.cancelOrder(String(searchParams.get('token')).slice(0, 40));
    const order = await orders.own.getOwnOrder(orderNumber.slice(0, 40), {
      browser: buyerSecret,
      customer: await accounts.getCurrentCustomer(sessionSecret),
    });
    return order
      ? data(
          {
            order,
            message: undefined,
            waiting: false,
            done: isCancelled
              ? 'You turned back before paying; nothing was charged.'
              : doneMessages[
                  order.state === 'awaiting-transfer' || order.files.length > 0
                    ? (searchParams.get('done') ?? '')
                    : ''
                ],
          },
          { headers: sameOriginReferrer },
        )
      : data(
          { order: undefined, message: undefined, waiting: false, asked: orderNumber.slice(0, 40) },
          { headers: sameOriginReferrer, status: 404 },
        );
  }
  const token = searchParams.get('token');
  if (!token)
    return data(
      { order: undefined, message: texts.noPaymentToken, waiting: false },
      { headers: sameOriginReferrer, status: 422 },
    );
  // A scanner or a prefetching browser only looks: it must not take money.
  if (request.method === 'HEAD' || request.headers.has('sec-purpose'))
    return data(
      { order: undefined, message: undefined, waiting: true },
      { headers: sameOriginReferrer },
    );
  const customer = await accounts.getCurrentCustomer(sessionSecret);
  const outcome = await orders.checkoutReturn.completeCheckout(
    token.slice(0, 40),
    buyerSecret,
    customer,
  );
  if (!outcome.ok)
    return data(
      {
        order: undefined,
        message: outcome.message,
        waiting: false,
        unpaid: await orders.resumeCheckout.getUnpaidOrder(token.slice(0, 40), {
          browser: buyerSecret,
          customer,
        }),
      },
      refusalInit(outcome, sameOriginReferrer),
    );
  if (!('order' in outcome.value))
    return data(
      { order: undefined, message: undefined, waiting: true },
      { headers: sameOriginReferrer, status: 202 },
    );
  const { order } = outcome.value;
  // The token leaves the address bar with the first answer.
  if (order.isOwn)
    return redirect(paths.orderPage(order.number), {
      status: 303,
      headers: sameOriginReferrer,
    });
  return data({ order, message: undefined, waiting: false }, { headers: sameOriginReferrer });
}

export async function action({ context, request }: Route.ActionArgs) {
  const { orders, accounts } = context.get(appContext);
  const { buyerSecret, sessionSecret } = context.get(visitContext);
  const number = (new URL(request.url).searchParams.get('order') ?? '').slice(0, 40);
  const buyer = {
    browser: buyerSecret,
    customer: await accounts.getCurrentCustomer(sessionSecret),
  };
  const { what = '', ...form } = readTextFields(await request.formData());
  if (what === 'upgrade') {
    const placed = await orders.own.placeUpgrade(number, buyer, form['licence'] ?? '');
    if (placed.ok) throw redirect(placed.value.approvalUrl, 303);
    return data(
      { good: false, message: placed.message, errors: {}, form: {} },
      refusalInit(placed),
    );
  }
  const answer =
    what === 'invite'
      ? await orders.own.inviteToSeat(number, buyer, form)
      : what === 'renew'
        ? await orders.own.resendLinks(number, buyer)
        : await orders.own.revokeSeat(number, buyer, form['email'] ?? '');
  // Done is shown by another page load, so that going back or reloading does not send the form again.
  if (answer.ok)
    throw redirect(
      `${paths.orderPage(number)}&done=${answer.value && 'wasAlreadyInvited' in answer.value && answer.value.wasAlreadyInvited ? 'again' : what}`,
      303,
    );
  return data(
    { good: false, message: answer.message, errors: answer.errors ?? {}, form },
    refusalInit(answer),
  );
}

/** What became of the payment, and the files for the browser that ordered. */
export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, message, waiting } = loaderData;
  const notice =
    actionData ??
    ('done' in loaderData && typeof loaderData.done === 'string'
      ? { good: true, message: loaderData.done }
      : undefined);
  const site = useSite();
  return (
    <div className="wrap max-w-[760px]! py-14">
      <PageHead
        title="Payment"
        siteName={site.siteName}
        description="The result of your payment."
        noIndex
      />
      {notice && (
        <div className="mb-6">
          <Alert kind={notice.good ? 'note' : 'error'}>{notice.message}</Alert>
        </div>
      )}
      {order?.state === 'awaiting-transfer' && (
        <AwaitingBankTransfer order={order} bank={site.bank} />
      )}
      {order && isOrderClosed(order) && <ClosedOrder order={order} salesEmail={site.salesEmail} />}
      {order && order.state !== 'awaiting-transfer' && !isOrderClosed(order) && (
        <PaidOrderDetails order={order} salesEmail={site.salesEmail} sent={actionData} />
      )}
      {waiting && (
        <div className="grid justify-items-start gap-5">
          <h1 className="text-[36px]">We are checking your payment</h1>
          <p>
            PayPal has not given us a clear answer yet. You don't need to pay again: we keep asking,
            and write to you as soon as it is confirmed. Your files come with that letter.
          </p>
          <p>
            <a className="button quiet" href="">
              Look again
            </a>
          </p>
        </div>
      )}
      {'asked' in loaderData && typeof loaderData.asked === 'string' && (
        <OrderLoginPrompt number={loaderData.asked} />
      )}
      {message && (
        <div className="grid justify-items-start gap-5">
          <h1 className="text-[36px]">Payment</h1>
          <Alert>{message}</Alert>
          <UnpaidOrderNotice
            order={
              'unpaid' in loaderData ? (loaderData.unpaid as UnpaidOrder | undefined) : undefined
            }
          />
        </div>
      )}
    </div>
  );
}

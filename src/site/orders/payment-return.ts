import { data, redirect, type RouterContextProvider } from 'react-router';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { refusalInit, sameOriginReferrer } from '#site/refusal-response.ts';
import { texts } from '#site/texts.ts';
import type { OrderPageData } from './order-page-data.ts';

type ResponseInit = { status?: number; headers?: Record<string, string> };

export const respondWith = (view: OrderPageData, init: ResponseInit = {}) =>
  data(view, { headers: { ...sameOriginReferrer }, ...init });

/**
 * The buyer is back from the provider: the payment is captured, and its buyer is redirected to the
 * order's page, so that the token leaves the address bar with the first answer.
 */
export async function completePayment(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<ReturnType<typeof respondWith>> {
  const token = new URL(request.url).searchParams.get('token')?.slice(0, 40);
  if (!token)
    return respondWith(
      { kind: 'failed', message: texts.noPaymentToken, unpaidOrder: undefined },
      { status: 422, headers: sameOriginReferrer },
    );
  // A link scanner or a prefetching browser must not take money.
  if (request.method === 'HEAD' || request.headers.has('sec-purpose'))
    return respondWith({ kind: 'unconfirmed', error: undefined, order: undefined });

  const { orders, accounts } = context.get(appContext);
  const { buyerSecret, sessionSecret } = context.get(visitContext);
  const customer = await accounts.sessions.getCurrentCustomer(sessionSecret);
  const outcome = await orders.checkoutReturn.completeCheckout(token, buyerSecret, customer);
  const getUnpaidOrder = () =>
    orders.resumeCheckout.getUnpaidOrder(token, { browser: buyerSecret, customer });
  if (!outcome.ok)
    return respondWith(
      {
        kind: 'failed',
        message: outcome.message,
        unpaidOrder: await getUnpaidOrder(),
      },
      refusalInit(outcome, sameOriginReferrer),
    );
  const result = outcome.value;
  if (!('order' in result))
    return respondWith(
      {
        kind: 'unconfirmed',
        error: result.state === 'checking' ? texts.captureError : undefined,
        order: await getUnpaidOrder(),
      },
      { status: 202, headers: sameOriginReferrer },
    );
  if (result.order.isOwn)
    throw redirect(paths.orderPage(result.order.number), {
      status: 303,
      headers: sameOriginReferrer,
    });
  return respondWith({ kind: 'order', order: result.order, notice: undefined });
}

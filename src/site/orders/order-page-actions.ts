import { redirect, type RouterContextProvider } from 'react-router';
import type { Orders } from '#core/orders/index.ts';
import type { Buyer } from '#core/orders/order-access.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import type { FieldValues } from '#site/form-fields.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { describeCheckoutRefusal } from './checkout-refusal.ts';

type OrderForm = { readonly number: string; readonly buyer: Buyer; readonly values: FieldValues };

/** The forms of an order's page, by the value of their field `what`. */
const handlers = {
  invite: (orders: Orders, { number, buyer, values }: OrderForm) =>
    orders.own.inviteToSeat(number, buyer, values),
  renew: (orders: Orders, { number, buyer }: OrderForm) => orders.own.resendLinks(number, buyer),
  revoke: (orders: Orders, { number, buyer, values }: OrderForm) =>
    orders.own.revokeSeat(number, buyer, values['email'] ?? ''),
};
const isHandled = (intent: string): intent is keyof typeof handlers =>
  Object.hasOwn(handlers, intent);

/**
 * Handles a form of an order's page. A success redirects, so that reloading or going back does not
 * send the form again; a refusal is shown with what was typed.
 */
export async function handleOrderForm(context: Readonly<RouterContextProvider>, request: Request) {
  const { orders, accounts } = context.get(appContext);
  const { buyerSecret, sessionSecret } = context.get(visitContext);
  const number = (new URL(request.url).searchParams.get('order') ?? '').slice(0, 40);
  const customer = await accounts.getCurrentCustomer(sessionSecret);
  const buyer = { browser: buyerSecret, customer };
  const { what = '', ...values } = context.get(visitContext).form.fields;
  if (what === 'upgrade') {
    const placed = await orders.own.placeUpgrade(number, buyer, values['licence'] ?? '');
    if (placed.ok) throw redirect(placed.value.approvalUrl, 303);
    return respondRejected(describeCheckoutRefusal(placed), values, { intent: what });
  }
  const intent = isHandled(what) ? what : 'revoke';
  const outcome = await handlers[intent](orders, { number, buyer, values });
  if (!outcome.ok) return respondRejected(outcome, values, { intent });
  const isRepeated = outcome.value && 'again' in outcome.value && outcome.value.again;
  throw redirect(`${paths.orderPage(number)}&done=${isRepeated ? 'again' : intent}`, 303);
}

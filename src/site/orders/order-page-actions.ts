import { redirect, type RouterContextProvider } from 'react-router';
import type { Orders } from '#core/orders/index.ts';
import type { Buyer } from '#core/orders/order-access.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { readIntent, type FieldValues } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { describeCheckoutRefusal } from './checkout-refusal.ts';

type OrderForm = { readonly number: string; readonly buyer: Buyer; readonly values: FieldValues };

const intents = ['correct', 'invite', 'renew', 'revoke', 'upgrade'] as const;

/** What the buyer reads after a form that changed something. */
const doneMessages = {
  correct: 'Your email address is corrected. What did not arrive is on its way to the new one.',
  invite: 'Invitation sent.',
  again:
    'This colleague already has a seat, and we emailed the invitation within the last hour. ' +
    'You can send it again later.',
  renew: 'Downloads renewed. We have emailed you the new links.',
  revoke: 'Seat revoked.',
};

/** The forms of an order's page that change it, by the value of their field `what`. */
const handlers = {
  correct: (orders: Orders, { number, buyer, values }: OrderForm) =>
    orders.own.correctEmail(number, buyer, values['email'] ?? ''),
  invite: (orders: Orders, { number, buyer, values }: OrderForm) =>
    orders.own.inviteToSeat(number, buyer, values),
  renew: (orders: Orders, { number, buyer }: OrderForm) => orders.own.resendLinks(number, buyer),
  revoke: (orders: Orders, { number, buyer, values }: OrderForm) =>
    orders.own.revokeSeat(number, buyer, values['email'] ?? ''),
} satisfies Record<Exclude<(typeof intents)[number], 'upgrade'>, unknown>;

/**
 * Handles a form of an order's page. A success redirects, so that reloading or going back does not
 * send the form again; a refusal is shown with what was typed,
 * and a form that the page doesn't have is `malformed`.
 */
export async function handleOrderForm(context: Readonly<RouterContextProvider>, request: Request) {
  const { orders, accounts } = context.get(appContext);
  const { buyerSecret, sessionSecret, leaveMessage } = context.get(visitContext);
  const number = (new URL(request.url).searchParams.get('order') ?? '').slice(0, 40);
  const customer = await accounts.getCurrentCustomer(sessionSecret);
  const buyer = { browser: buyerSecret, customer };
  const { what, ...values } = context.get(visitContext).form.fields;
  const intent = readIntent(intents, what);
  if (intent === undefined) return respondRejected(unknownForm, values);
  if (intent === 'upgrade') {
    const { licence = '', cents = '', waiver } = values;
    const shown = /^\d{1,10}$/.test(cents) ? Number(cents) : undefined;
    const asked = { cents: shown, waiver: waiver === '1' };
    const placed = await orders.own.placeUpgrade(number, buyer, licence, asked);
    if (placed.ok) throw redirect(placed.value.approvalUrl, 303);
    return respondRejected(describeCheckoutRefusal(placed), values, { intent });
  }
  const outcome = await handlers[intent](orders, { number, buyer, values });
  if (!outcome.ok) return respondRejected(outcome, values, { intent });
  const isRepeated = outcome.value && 'again' in outcome.value && outcome.value.again;
  leaveMessage(doneMessages[isRepeated ? 'again' : intent]);
  throw redirect(paths.orderPage(number), 303);
}

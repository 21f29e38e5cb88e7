import { redirect, type RouterContextProvider } from 'react-router';
import {
  describeBuyerEmail,
  describeWait,
  fullMailboxReason,
  mailServerAwayReason,
  type EmailOutcome,
} from '#core/kernel/email-outcome.model.ts';
import { ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { MovedEmails } from '#core/orders/delivery/change-order-email.ts';
import type { Orders } from '#core/orders/index.ts';
import type { Buyer } from '#core/orders/order-access.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { readIntent, type FieldValues } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { describeCheckoutRefusal } from './checkout-refusal.ts';

type OrderForm = { readonly number: string; readonly buyer: Buyer; readonly values: FieldValues };

const intents = ['correct', 'invite', 'renew', 'revoke', 'upgrade'] as const;

/** Returns the buyer's sentence about an invitation. */
function describeInvitation(delivery: EmailOutcome): string {
  switch (delivery.kind) {
    case 'held':
      return (
        `The seat is reserved. The invitation goes out ${describeWait(delivery.minutes)}: ` +
        `${fullMailboxReason}.`
      );
    case 'repeated':
      return (
        'This colleague already has a seat, and we emailed the invitation within the last hour. ' +
        'You can send it again later.'
      );
    case 'left-out':
      return (
        `The seat is reserved, but no invitation was sent, since too many emails wait for this ` +
        'address. Please send it again tomorrow.'
      );
    case 'waiting':
      return `The seat is reserved. The invitation follows: ${mailServerAwayReason}.`;
    default:
      return 'The seat is reserved, and the invitation is on its way.';
  }
}

function describeCorrection({ sentAgain, links }: MovedEmails): string {
  const sent = [
    ...(sentAgain > 0 ? ['What did not arrive is sent to the new one.'] : []),
    ...(links ? [describeBuyerEmail('An email with new download links', links)] : []),
  ];
  return ['Your email address is corrected.', ...sent].join(' ');
}

/**
 * The forms of an order's page that change it, by the value of their field `what`; each answers with
 * what the buyer reads.
 */
const handlers = {
  correct: async (orders, { number, buyer, values }) =>
    say(
      await orders.emailChange.correctOwnEmail(number, buyer, values['email'] ?? ''),
      describeCorrection,
    ),
  invite: async (orders, { number, buyer, values }) =>
    say(await orders.own.inviteToSeat(number, buyer, values), describeInvitation),
  renew: async (orders, { number, buyer }) =>
    say(await orders.own.resendLinks(number, buyer), ({ message }) => message),
  revoke: async (orders, { number, buyer, values }) =>
    say(await orders.own.revokeSeat(number, buyer, values['email'] ?? ''), () => 'Seat revoked.'),
} satisfies Record<
  Exclude<(typeof intents)[number], 'upgrade'>,
  (orders: Orders, form: OrderForm) => Promise<Outcome<string>>
>;

function say<T>(outcome: Outcome<T>, describe: (value: T) => string): Outcome<string> {
  return outcome.ok ? ok(describe(outcome.value)) : outcome;
}

/**
 * Handles a form of an order's page. A success redirects, so that reloading or going back does not
 * send the form again; a refusal is shown with what was typed,
 * and a form that the page doesn't have is `malformed`.
 */
export async function handleOrderForm(context: Readonly<RouterContextProvider>, request: Request) {
  const { orders, accounts } = context.get(appContext);
  const { buyerSecret, sessionSecret, leaveMessage } = context.get(visitContext);
  const number = (new URL(request.url).searchParams.get('order') ?? '').slice(0, 40);
  const customer = await accounts.sessions.getCurrentCustomer(sessionSecret);
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
  leaveMessage(outcome.value);
  throw redirect(paths.orderPage(number), 303);
}

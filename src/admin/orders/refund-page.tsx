import type { Route } from './+types/refund-page.ts';
import { fail } from '#core/kernel/outcome.model.ts';
import { readAmount } from '#core/kernel/written-amount.model.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { toDay } from '#core/kernel/time-zone.model.ts';
import { staffContext } from '#admin/context.ts';
import { FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { hrefOfOrder } from './order-links.ts';
import { readRefundChoice } from './refund-choice.ts';
import { RefundAmounts, RefundForm } from './refund-form.tsx';

export const handle: AdminHandle = { verb: 'order.refund' };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { orders, store } = context.get(appContext);
  const order = unwrap(await orders.staff.getOrder(actor, params.number));
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const today = toDay(new Date(), await store.getTimeZone());
  return { order, choice: readRefundChoice(order, asked), today };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { orders } = context.get(appContext);
  const { number } = params;
  const { amount = '', reason = '', place = '', way = '', reference = '' } = form.fields;
  const order = unwrap(await orders.staff.getOrder(actor, number));
  const { isTaxAlone, isSentByHand } = readRefundChoice(order, form.fields);
  const amountCents = readAmount(amount, order.currency);
  const sentOn = form.fields['sent_on'];
  // Without its place a form that is sent twice would be two refunds.
  const refunded = /^\d{1,4}$/.test(place)
    ? await orders.refunds.refundOrder(actor, number, {
        amountCents,
        reason,
        isTaxAlone,
        ...(isSentByHand && sentOn !== undefined ? { outside: { way, sentOn, reference } } : {}),
        place: Number(place),
      })
    : fail('conflict', 'This form was not whole. Look at what is left, and send it again.');
  if (refunded.ok) {
    const what = `${formatMoney(amountCents, order.currency)} of ${number}`;
    const message =
      refunded.value === 'pending'
        ? `${what} is on its way back: PayPal takes some days.`
        : `${what} is refunded.`;
    return redirectWithMessage(context, hrefOfOrder(number), message);
  }
  if (refunded.code !== 'conflict') return respondRejected(refunded, form.fields);
  const { place: _outdated, ...typed } = form.fields;
  // PayPal won't send it: the form that records what was sent in another way comes next.
  return respondRejected(
    refunded,
    refunded.errors?.['sent'] ? { ...typed, sent: 'by-hand' } : typed,
  );
}

/** What remains of a payment, and the form with which it is given back. */
export default function RefundPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, choice, today } = loaderData;
  const isAnythingLeft = order.refundableCents > 0 || order.state === 'mismatch';
  return (
    <AdminPage
      title={`Refund ${order.number}`}
      back={{ label: `Order ${order.number}`, href: hrefOfOrder(order.number) }}
    >
      {isAnythingLeft ? (
        <RefundForm {...{ order, choice, today }} rejected={actionData} />
      ) : (
        <div className="admin-stack">
          {actionData && <FormErrors rejected={actionData} />}
          <RefundAmounts order={order} />
          <p>Nothing is left to refund.</p>
        </div>
      )}
    </AdminPage>
  );
}

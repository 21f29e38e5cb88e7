import type { Route } from './+types/refund-page.ts';
import { fail } from '#core/kernel/outcome.model.ts';
import { readAmount } from '#core/kernel/written-amount.model.ts';
import { formatMoney, toDecimalString } from '#core/kernel/money.model.ts';
import type { StaffOrder } from '#core/orders/staff/order-details.model.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm, FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { DefinitionList } from '#admin/frame/blocks.tsx';
import { fieldProps, MoneyField, TextAreaField } from '#admin/frame/fields.tsx';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { hrefOfOrder } from './order-links.ts';

export const handle: AdminHandle = { verb: 'order.refund' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { orders } = context.get(appContext);
  return { order: unwrap(await orders.staff.getOrder(actor, params.number)) };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { orders } = context.get(appContext);
  const { number } = params;
  const { amount = '', reason = '', place = '' } = form.fields;
  const { currency } = unwrap(await orders.staff.getOrder(actor, number));
  const amountCents = readAmount(amount, currency);
  // Without its place a form that is sent twice would be two refunds.
  const refunded = /^\d{1,4}$/.test(place)
    ? await orders.refunds.refundOrder(actor, number, { amountCents, reason, place: Number(place) })
    : fail('conflict', 'This form was not whole. Look at what is left, and send it again.');
  if (refunded.ok) {
    const money = formatMoney(amountCents, currency);
    return redirectWithMessage(context, hrefOfOrder(number), `${money} of ${number} is refunded.`);
  }
  const isOutdated = refunded.code === 'conflict';
  return respondRejected(refunded, isOutdated ? { amount, reason } : form.fields);
}

/** What remains of a payment, and the form with which it is given back. */
export default function RefundPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData;
  const isAnythingLeft = order.refundableCents > 0 || order.state === 'mismatch';
  return (
    <AdminPage
      title={`Refund ${order.number}`}
      back={{ label: `Order ${order.number}`, href: hrefOfOrder(order.number) }}
    >
      {isAnythingLeft ? (
        <RefundForm order={order} rejected={actionData} />
      ) : (
        <div className="admin-stack">
          {actionData && <FormErrors rejected={actionData} />}
          <Amounts order={order} />
          <p>Nothing is left to refund.</p>
        </div>
      )}
    </AdminPage>
  );
}

function RefundForm(props: {
  readonly order: StaffOrder;
  readonly rejected: RejectedForm | undefined;
}) {
  const { order, rejected } = props;
  // Two forms that were opened together are one refund: each says which one it is to be.
  const place = rejected?.values['place'] ?? order.nextRefundPlace;
  return (
    <AdminForm intent="refund" rejected={rejected}>
      <Amounts order={order} />
      <input type="hidden" name="place" value={place} />
      <MoneyField
        label="Amount"
        currency={order.currency}
        required
        {...fieldProps('amount', suggestAmount(order), rejected)}
      />
      <TextAreaField
        label="Reason"
        hint="The buyer reads it on the credit note."
        rows={3}
        maxLength={300}
        required
        {...fieldProps('reason', undefined, rejected)}
      />
      <p className="admin-by">{describeRoute(order)}</p>
      <div className="admin-buttons">
        <SubmitButton busyLabel="Refunding…">Refund</SubmitButton>
        <a href={hrefOfOrder(order.number)}>Cancel</a>
      </div>
    </AdminForm>
  );
}

const Amounts = ({ order }: { readonly order: StaffOrder }) => (
  <DefinitionList rows={listAmounts(order)} />
);

/** What was ordered, and of a payment what became of it. */
function listAmounts(order: StaffOrder): (readonly [string, string])[] {
  const { currency, refundableCents, refundedCents, state } = order;
  const price = formatMoney(order.priceCents, currency);
  if (state === 'mismatch')
    return [
      ['Ordered', price],
      ['Paid', findLastCapture(order)?.amount ?? 'No payment known from PayPal'],
    ];
  if (refundableCents === 0 && refundedCents === 0) return [['Ordered', price]];
  return [
    ['Paid', price],
    ['Refunded', formatMoney(refundedCents, currency)],
    ...listWaiting(order),
    ['Remaining', formatMoney(refundableCents, currency)],
  ];
}

/** Refunds that PayPal has not answered are no longer left. */
function listWaiting({ refunds, currency }: StaffOrder): (readonly [string, string])[] {
  const waiting = refunds.filter(({ state }) => state === 'requested');
  const cents = waiting.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return cents === 0 ? [] : [['No answer yet', formatMoney(cents, currency)]];
}

/** All that is left; of a payment that differs what PayPal last said that it holds. */
function suggestAmount(order: StaffOrder): string {
  if (order.state !== 'mismatch') return toDecimalString(order.refundableCents, order.currency);
  return findLastCapture(order)?.amount.split(' ')[0] ?? '';
}

/** As PayPal told of it last. */
const findLastCapture = ({ timeline }: StaffOrder) =>
  timeline
    .flatMap((entry) => (entry.source === 'provider' ? (entry.facts.captures ?? []) : []))
    .at(-1);

function describeRoute({ paymentMethod, state }: StaffOrder): string {
  if (paymentMethod === 'bank')
    return 'The buyer gets a credit note now. Transfer the money back from your bank account.';
  if (state === 'mismatch') return 'The payment differs from its order: all of it is refunded.';
  return 'PayPal refunds the money to the account that paid.';
}

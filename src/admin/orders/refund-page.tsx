import type { Route } from './+types/refund-page.ts';
import { fail } from '#core/kernel/outcome.model.ts';
import { readAmount } from '#core/kernel/written-amount.model.ts';
import { formatMoney, toDecimalString } from '#core/kernel/money.model.ts';
import type { StaffOrder } from '#core/orders/staff/order-details.model.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm, FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { DefinitionList, Tabs } from '#admin/frame/blocks.tsx';
import { fieldProps, MoneyField, TextAreaField } from '#admin/frame/fields.tsx';
import { FormKey } from '#admin/frame/form-key.tsx';
import { readFormKey } from '#admin/frame/read-form-key.ts';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { hrefOfOrder } from './order-links.ts';

export const handle: AdminHandle = { verb: 'order.refund' };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { orders } = context.get(appContext);
  const order = unwrap(await orders.staff.getOrder(actor, params.number));
  return { order, part: readPart(new URL(request.url).searchParams.get('part')) };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { orders } = context.get(appContext);
  const { number } = params;
  const { amount = '', reason = '', place = '', part } = form.fields;
  const { currency } = unwrap(await orders.staff.getOrder(actor, number));
  const amountCents = readAmount(amount, currency);
  // Without its place a form that is sent twice would be two refunds.
  const refunded = /^\d{1,4}$/.test(place)
    ? await orders.refunds.refundOrder(actor, number, {
        amountCents,
        reason,
        isTaxAlone: readPart(part) === 'tax',
        place: Number(place),
        formKey: readFormKey(form.fields),
      })
    : fail('conflict', 'This form was not whole. Look at what is left, and send it again.');
  if (refunded.ok) {
    const money = formatMoney(amountCents, currency);
    return redirectWithMessage(context, hrefOfOrder(number), `${money} of ${number} is refunded.`);
  }
  const isOutdated = refunded.code === 'conflict';
  const typed = { amount, reason, part: readPart(part) };
  return respondRejected(refunded, isOutdated ? typed : form.fields);
}

/** What goes back: of the price with its tax, or of the tax alone. */
type Part = 'price' | 'tax';
const readPart = (part: string | null | undefined): Part => (part === 'tax' ? 'tax' : 'price');

/** What remains of a payment, and the form with which it is given back. */
export default function RefundPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, part } = loaderData;
  const isAnythingLeft = order.refundableCents > 0 || order.state === 'mismatch';
  return (
    <AdminPage
      title={`Refund ${order.number}`}
      back={{ label: `Order ${order.number}`, href: hrefOfOrder(order.number) }}
    >
      {isAnythingLeft ? (
        <RefundForm order={order} part={part} rejected={actionData} />
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
  readonly part: Part;
  readonly rejected: RejectedForm | undefined;
}) {
  const { order, rejected } = props;
  const part = rejected ? readPart(rejected.values['part']) : props.part;
  // Two forms that were opened together are one refund: each says which one it is to be.
  const place = rejected?.values['place'] ?? order.nextRefundPlace;
  return (
    <AdminForm intent="refund" rejected={rejected}>
      <Amounts order={order} />
      <PartTabs order={order} part={part} />
      <input type="hidden" name="place" value={place} />
      <input type="hidden" name="part" value={part} />
      <FormKey />
      <MoneyField
        label={part === 'tax' ? `Amount of ${order.taxName}` : 'Amount'}
        hint={describeTaxShare(order, part)}
        currency={order.currency}
        required
        {...fieldProps('amount', suggestAmount(order, part), rejected)}
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

/** Where there is tax to give back, it may go back alone. */
const PartTabs = ({ order, part }: { readonly order: StaffOrder; readonly part: Part }) =>
  order.refundableTaxCents > 0 || part === 'tax' ? (
    <Tabs
      label="What goes back"
      tabs={[
        {
          label: 'Price',
          href: `${hrefOfOrder(order.number)}/refund`,
          isCurrent: part === 'price',
        },
        {
          label: `${order.taxName} alone`,
          href: `${hrefOfOrder(order.number)}/refund?part=tax`,
          isCurrent: part === 'tax',
        },
      ]}
    />
  ) : null;

const describeTaxShare = ({ refundableTaxCents, taxName }: StaffOrder, part: Part) => {
  if (part === 'tax') return 'The licence stays as it is, and so does its net price.';
  return refundableTaxCents > 0 ? `With its share of the ${taxName}.` : undefined;
};

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
    ['Remaining', describeRemaining(order)],
  ];
}

const describeRemaining = ({
  currency,
  refundableCents,
  refundableTaxCents,
  taxName,
}: StaffOrder) =>
  refundableTaxCents === 0
    ? formatMoney(refundableCents, currency)
    : `${formatMoney(refundableCents, currency)}, of it ${formatMoney(refundableTaxCents, currency)} ${taxName}`;

/** Refunds that PayPal has not answered are no longer left. */
function listWaiting({ refunds, currency }: StaffOrder): (readonly [string, string])[] {
  const waiting = refunds.filter(({ state }) => state === 'requested');
  const cents = waiting.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return cents === 0 ? [] : [['No answer yet', formatMoney(cents, currency)]];
}

/** All that is left; of a payment that differs what PayPal last said that it holds. */
function suggestAmount(order: StaffOrder, part: Part): string {
  if (part === 'tax') return toDecimalString(order.refundableTaxCents, order.currency);
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

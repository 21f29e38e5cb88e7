import type { Route } from './+types/refund-page.ts';
import { fail } from '#core/kernel/outcome.model.ts';
import { readAmount } from '#core/kernel/written-amount.model.ts';
import { formatMoney, toDecimalString } from '#core/kernel/money.model.ts';
import { toDay } from '#core/kernel/time-zone.model.ts';
import { staffContext } from '#admin/context.ts';
import { FormErrors, AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { hrefOfOrder } from './order-links.ts';
import { refundWays, type RefundWay } from '#core/orders/refunds/refund-way.model.ts';
import type { StaffOrder } from '#core/orders/staff/order-details.model.ts';
import { DefinitionList, Tabs } from '#admin/frame/blocks.tsx';
import {
  DateField,
  fieldProps,
  MoneyField,
  SelectField,
  TextAreaField,
  TextField,
} from '#admin/frame/fields.tsx';
import type { RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

export const handle: AdminHandle = { verb: 'order.refund' };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { orders, store } = context.get(appContext);
  const order = unwrap(await orders.staff.details.getOrder(actor, params.number));
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const today = toDay(new Date(), await store.getTimeZone());
  return { order, choice: readRefundChoice(order, asked), today };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { orders } = context.get(appContext);
  const { number } = params;
  const { amount = '', reason = '', place = '', way = '', reference = '' } = form.fields;
  const order = unwrap(await orders.staff.details.getOrder(actor, number));
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

/** The rest of a payment, and the form that refunds it. */
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

/** Gives money back: of the price or the tax alone, by PayPal or as staff have sent it. */
function RefundForm(props: {
  readonly order: StaffOrder;
  readonly choice: RefundChoice;
  /** The store's day, "2026-11-28". */
  readonly today: string;
  readonly rejected: RejectedForm | undefined;
}) {
  const { order, today, rejected } = props;
  const choice = rejected ? readRefundChoice(order, rejected.values) : props.choice;
  const { isTaxAlone, isSentByHand } = choice;
  // Two forms that were opened together are one refund: each says which one it is to be.
  const place = rejected?.values['place'] ?? order.nextRefundPlace;
  return (
    <AdminForm intent="refund" rejected={rejected}>
      <RefundAmounts order={order} />
      <ChoiceTabs order={order} choice={choice} />
      <input type="hidden" name="place" value={place} />
      <input type="hidden" name="part" value={isTaxAlone ? 'tax' : 'price'} />
      <input type="hidden" name="sent" value={isSentByHand ? 'by-hand' : 'by-paypal'} />
      <MoneyField
        label={isTaxAlone ? `Amount of ${order.taxName}` : 'Amount'}
        hint={describeTaxShare(order, isTaxAlone)}
        currency={order.currency}
        required
        {...fieldProps('amount', suggestAmount(order, isTaxAlone), rejected)}
      />
      {isSentByHand && <SentFields today={today} rejected={rejected} />}
      <TextAreaField
        label="Reason"
        hint={order.state === 'mismatch' ? undefined : 'The buyer reads it on the credit note.'}
        rows={3}
        maxLength={300}
        required
        {...fieldProps('reason', undefined, rejected)}
      />
      <p className="admin-by">{describeRoute(order, choice)}</p>
      <div className="admin-buttons">
        <SubmitButton busyLabel={isSentByHand ? 'Recording…' : 'Refunding…'}>
          {isSentByHand ? 'Record the refund' : 'Refund'}
        </SubmitButton>
        <a href={hrefOfOrder(order.number)}>Cancel</a>
      </div>
    </AdminForm>
  );
}

const wayLabels: Readonly<Record<RefundWay, string>> = {
  'bank-transfer': 'Bank transfer',
  paypal: 'PayPal, by hand',
  cheque: 'Cheque',
  'card-terminal': 'Card terminal',
  other: 'Another way',
};

/** How staff sent the money: the credit note says it. */
const SentFields = ({
  today,
  rejected,
}: {
  readonly today: string;
  readonly rejected: RejectedForm | undefined;
}) => (
  <>
    <SelectField
      label="Sent by"
      options={refundWays.map((way) => [way, wayLabels[way]] as const)}
      {...fieldProps('way', 'bank-transfer', rejected)}
    />
    <DateField label="Sent on" required {...fieldProps('sent_on', today, rejected)} />
    <TextField
      label="Reference (optional)"
      hint="What the transfer can be found by. The buyer reads it too."
      maxLength={100}
      {...fieldProps('reference', '', rejected)}
    />
  </>
);

/** The tabs for the refund's parts and its sender, if there is a choice. */
function ChoiceTabs({ order, choice }: { order: StaffOrder; choice: RefundChoice }) {
  const { isTaxAlone, isSentByHand } = choice;
  const address = (change: Partial<RefundChoice>): string => {
    const next = { ...choice, ...change };
    const query = new URLSearchParams({
      ...(next.isTaxAlone ? { part: 'tax' } : {}),
      ...(next.isSentByHand && order.paymentMethod !== 'bank' ? { sent: 'by-hand' } : {}),
    }).toString();
    return `${hrefOfOrder(order.number)}/refund${query === '' ? '' : `?${query}`}`;
  };
  const tab = (label: string, isCurrent: boolean, change: Partial<RefundChoice>) => ({
    label,
    isCurrent,
    href: address(change),
  });
  return (
    <div id="sent" tabIndex={-1}>
      {(order.refundableTaxCents > 0 || isTaxAlone) && (
        <Tabs
          label="What goes back"
          tabs={[
            tab('Price', !isTaxAlone, { isTaxAlone: false }),
            tab(`${order.taxName || 'Tax'} alone`, isTaxAlone, { isTaxAlone: true }),
          ]}
        />
      )}
      {order.paymentMethod !== 'bank' && (
        <Tabs
          label="Who sends the money"
          tabs={[
            tab('PayPal sends it', !isSentByHand, { isSentByHand: false }),
            tab('We have sent it', isSentByHand, { isSentByHand: true }),
          ]}
        />
      )}
    </div>
  );
}

const describeTaxShare = ({ refundableTaxCents, taxName }: StaffOrder, isTaxAlone: boolean) => {
  if (isTaxAlone) return 'The licence stays as it is, and so does its net price.';
  return refundableTaxCents > 0 ? `With its share of the ${taxName}.` : undefined;
};

/** The amounts paid, refunded and left. */
const RefundAmounts = ({ order }: { readonly order: StaffOrder }) => (
  <DefinitionList rows={listAmounts(order)} />
);

/** Returns the amounts of an order, and of its payment. */
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

/** Refunds that PayPal has not answered, or not carried out, are no longer left. */
const listWaiting = ({ refunds, currency }: StaffOrder): (readonly [string, string])[] =>
  (
    [
      ['requested', 'No answer yet'],
      ['pending', 'On its way'],
    ] as const
  ).flatMap(([state, label]) => {
    const waiting = refunds.filter((refund) => refund.state === state);
    const cents = waiting.reduce((sum, { amountCents }) => sum + amountCents, 0);
    return cents === 0 ? [] : [[label, formatMoney(cents, currency)] as const];
  });

/** All that is left; of a payment that differs what PayPal last said that it holds. */
function suggestAmount(order: StaffOrder, isTaxAlone: boolean): string {
  if (isTaxAlone) return toDecimalString(order.refundableTaxCents, order.currency);
  if (order.state !== 'mismatch') return toDecimalString(order.refundableCents, order.currency);
  return findLastCapture(order)?.amount.split(' ')[0] ?? '';
}

/** As PayPal told of it last. */
const findLastCapture = ({ timeline }: StaffOrder) =>
  timeline
    .flatMap((entry) => (entry.source === 'provider' ? (entry.facts.captures ?? []) : []))
    .at(-1);

function describeRoute({ state }: StaffOrder, { isSentByHand }: RefundChoice): string {
  if (isSentByHand)
    return state === 'mismatch'
      ? 'The order is closed, and PayPal is not asked to send anything.'
      : 'The buyer gets a credit note now, and PayPal is not asked to send anything.';
  if (state === 'mismatch') return 'The payment differs from its order: all of it is refunded.';
  return 'PayPal refunds the money to the account that paid.';
}

/** The refund's parts and its sender, as the page's address and its form say them. */
type RefundChoice = {
  /** The tax alone, and nothing of the net price. */
  readonly isTaxAlone: boolean;
  /** Staff have sent the money; else PayPal is asked to. */
  readonly isSentByHand: boolean;
};

/** Money that came by bank transfer goes back by hand; what differs from its order has no tax. */
const readRefundChoice = (
  { paymentMethod, state }: Pick<StaffOrder, 'paymentMethod' | 'state'>,
  { part, sent }: Readonly<Partial<Record<string, string>>>,
): RefundChoice => ({
  isTaxAlone: part === 'tax' && state !== 'mismatch',
  isSentByHand: sent === 'by-hand' || paymentMethod === 'bank',
});

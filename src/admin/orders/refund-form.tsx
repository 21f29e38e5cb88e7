import { formatMoney, toDecimalString } from '#core/kernel/money.model.ts';
import { refundWays, type RefundWay } from '#core/orders/refunds/refund-way.model.ts';
import type { StaffOrder } from '#core/orders/staff/order-details.model.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
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
import { hrefOfOrder } from './order-links.ts';
import { readRefundChoice, type RefundChoice } from './refund-choice.ts';

/** Gives money back: of the price or the tax alone, by PayPal or as staff have sent it. */
export function RefundForm(props: {
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

/** What goes back, and who sends it, where there is a choice. */
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

/** What was paid, what of it went back, and what is left. */
export const RefundAmounts = ({ order }: { readonly order: StaffOrder }) => (
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

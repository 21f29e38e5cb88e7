import { z } from 'zod';
import { optionalLineField } from '#core/kernel/form-fields.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { formatDayIn, isDay, toDay } from '#core/kernel/time-zone.model.ts';
import type { Purchase } from '../purchase.store.ts';
import { subtractRefunds, type RefundedPart } from './refund-tax.model.ts';
import { refundWays, type SentMoney } from './refund-way.model.ts';

/** The request of a member of staff. */
export type WantedRefund = {
  readonly amountCents: number;
  /** The buyer reads it on the credit note. */
  readonly reason: string;
  /** Nothing of the net price goes back, as for a consumer who turns out to be a business. */
  readonly isTaxAlone?: boolean;
  /**
   * The money was sent back by hand, and the provider is not asked. Without it the provider sends
   * it; what was paid by bank transfer is sent by bank transfer, today.
   */
  readonly outside?: Readonly<Record<keyof SentMoney, string>>;
  /**
   * The place that it takes among the order's refunds, from 1, as its form was shown: two forms that
   * were opened together make one refund.
   */
  readonly place?: number;
};

/** The moment, and the time zone that the store's days are of. */
export type StoreTime = { readonly now: Date; readonly timeZone: string };

type Errors = Readonly<Record<string, string[]>>;

const noReason = 'Please give a reason: the buyer reads it on the credit note.';

/** The credit note has to say why. */
export const findReasonErrors = (reason: string): { reason?: string[] } =>
  reason.trim() === '' ? { reason: [noReason] } : {};

/** Whole cents of the order's price. */
export const isAmount = ({ priceCents }: Purchase, cents: number): boolean =>
  Number.isInteger(cents) && cents >= 1 && cents <= priceCents;

/** Returns the errors of a refund that is asked for after `earlier` ones, by field. */
export function findErrors(
  order: Purchase,
  earlier: readonly RefundedPart[],
  { amountCents, reason, isTaxAlone = false }: WantedRefund,
): Errors {
  const left = subtractRefunds(order, earlier);
  const leftCents = isTaxAlone ? left.taxCents : left.priceCents;
  const isRight = isAmount(order, amountCents) && amountCents <= leftCents;
  return {
    ...(isRight ? {} : { amount: [describeLeft(order, leftCents, { amountCents, isTaxAlone })] }),
    ...findReasonErrors(reason),
  };
}

function describeLeft(
  { currency, taxName }: Purchase,
  leftCents: number,
  { amountCents, isTaxAlone }: { readonly amountCents: number; readonly isTaxAlone: boolean },
): string {
  if (isTaxAlone && leftCents === 0) return `No ${taxName || 'tax'} is left to refund.`;
  const noAmount = amountCents >= 1 ? '' : 'Please give an amount. ';
  const what = isTaxAlone ? ` of ${taxName}` : '';
  return `${noAmount}At most ${formatMoney(leftCents, currency)}${what} can be refunded.`;
}

const outsideForm = z.object({
  way: z.enum(refundWays, { error: 'Please say how the money was sent.' }),
  sentOn: z.string(),
  reference: optionalLineField(100),
});

/**
 * How the money was sent by hand, undefined if the provider is to send it; or what is wrong, by
 * field. The day is one of the store's, from the payment until today.
 */
export function readOutside(
  { paymentMethod, paidAt }: Purchase,
  { outside }: WantedRefund,
  { now, timeZone }: StoreTime,
): { readonly sent: SentMoney | undefined; readonly errors: Errors } {
  const today = toDay(now, timeZone);
  if (!outside && paymentMethod !== 'bank') return { sent: undefined, errors: {} };
  const byBank = { way: 'bank-transfer', sentOn: today, reference: '' };
  const parsed = outsideForm.safeParse(outside ?? byBank);
  const faults = parsed.success ? {} : z.flattenError(parsed.error).fieldErrors;
  const dayFault = findDayFault((outside ?? byBank).sentOn, paidAt, { now, timeZone });
  const errors = {
    ...(faults.way ? { way: faults.way } : {}),
    ...(faults.reference ? { reference: faults.reference } : {}),
    ...(dayFault === undefined ? {} : { sent_on: [dayFault] }),
  };
  return { sent: parsed.success ? parsed.data : undefined, errors };
}

function findDayFault(
  day: string,
  paidAt: Date | null,
  { now, timeZone }: StoreTime,
): string | undefined {
  if (!isDay(day)) return 'Please give the day on which the money was sent.';
  if (day > toDay(now, timeZone)) return 'This day is still to come: give the day of the transfer.';
  return paidAt !== null && day < toDay(paidAt, timeZone)
    ? `The order was paid on ${formatDayIn(paidAt, timeZone)}: the money went back after that.`
    : undefined;
}

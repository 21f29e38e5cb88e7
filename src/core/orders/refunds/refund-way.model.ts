/**
 * How money goes back that the payment provider is not asked to send. Pure, safe in the browser.
 */
import { formatDay } from '#core/kernel/date.model.ts';

export const refundWays = ['bank-transfer', 'paypal', 'cheque', 'card-terminal', 'other'] as const;
export type RefundWay = (typeof refundWays)[number];

/** As credit notes and emails name it: "by bank transfer"; empty if nothing more is known. */
const wayWords: Readonly<Record<RefundWay, string>> = {
  'bank-transfer': 'by bank transfer',
  paypal: 'by PayPal',
  cheque: 'by cheque',
  'card-terminal': 'to your card, by our card terminal',
  other: '',
};

/** Money that was sent back by hand. */
export type SentMoney = {
  readonly way: RefundWay;
  /** The day on which it was sent, "2026-11-28". */
  readonly sentOn: string;
  /** The bank's reference; '' if there is none. */
  readonly reference: string;
};

/** The same as a row has it: nulls if the provider sends the money. */
type StoredSentMoney = {
  readonly way: RefundWay | null;
  readonly sentOn: string | null;
  readonly reference: string;
};

/** How the money of a refund was sent by hand; undefined if the provider sends it. */
export const readSentMoney = ({ way, sentOn, reference }: StoredSentMoney): SentMoney | undefined =>
  way === null || sentOn === null ? undefined : { way, sentOn, reference };

/** "by bank transfer on 28 Nov 2026, reference 4711" */
export function describeSentMoney({ way, sentOn, reference }: SentMoney): string {
  const day = formatDay(sentOn);
  const sent = [wayWords[way], `on ${day}`].filter((part) => part !== '').join(' ');
  return reference === '' ? sent : `${sent}, reference ${reference}`;
}

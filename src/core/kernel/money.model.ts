/** Whole US cents, as every amount of money is stored: never a fraction of a cent. */
export type Cents = number & { readonly __cents?: never };

/** "$4,000" or "$4,000.50", for pages and emails: whole dollars have no decimals. */
export const formatDollars = (cents: Cents): string =>
  (cents % 100 === 0 ? wholeDollarFormat : exactDollarFormat).format(cents / 100);

/** "$4,000", "On request", or "" where there is no price. */
export function formatPrice(price: Cents | 'on-request' | undefined): string {
  if (price === undefined) return '';
  return price === 'on-request' ? 'On request' : formatDollars(price);
}

/** "$4,000.00": for invoices. */
export const formatExactDollars = (cents: Cents): string => exactDollarFormat.format(cents / 100);

// Created once: that takes longer than formatting a thousand amounts.
const wholeDollarFormat = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 0,
});
const exactDollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** "4000.00": the exact form that the payment provider and the wire contract take. */
export function toDecimalString(cents: Cents): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** "4000", "4000.5" or "4000.50" in whole cents, as forms and the provider write them. */
export const parseCents = (amount: string): number => {
  const [whole = '0', part = ''] = amount.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
};

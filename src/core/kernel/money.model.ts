/**
 * Whole units of the smallest coin of a currency, as every amount of money is stored: cents of USD
 * and EUR, whole yen of JPY.
 */
export type Cents = number & { readonly __cents?: never };

/** The currencies that a store can have, by ISO 4217. */
export const currencies = [
  'USD',
  'EUR',
  'GBP',
  'INR',
  'JPY',
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'CZK',
  'DKK',
  'HKD',
  'ILS',
  'MXN',
  'MYR',
  'NOK',
  'NZD',
  'PHP',
  'PLN',
  'SEK',
  'SGD',
  'THB',
] as const;
export type Currency = (typeof currencies)[number];

type MoneyFormat = {
  readonly decimals: number;
  readonly whole: Intl.NumberFormat;
  readonly exact: Intl.NumberFormat;
};

// Created once: that takes longer than formatting a thousand amounts.
const formats = new Map<string, MoneyFormat>();

function getFormat(currency: string): MoneyFormat {
  const existing = formats.get(currency);
  if (existing) return existing;
  const options = { style: 'currency', currency } as const;
  const exact = new Intl.NumberFormat('en-US', options);
  const decimals = exact.resolvedOptions().maximumFractionDigits ?? 2;
  const whole = new Intl.NumberFormat('en-US', { ...options, minimumFractionDigits: 0 });
  const format = { decimals, whole, exact };
  formats.set(currency, format);
  return format;
}

/** How many decimals amounts of a currency have: 2 for USD, 0 for JPY. */
const getDecimals = (currency: string): number => getFormat(currency).decimals;

/** An amount as a number of dollars, euros or yen. */
export const toUnits = (cents: Cents, currency: string): number =>
  cents / 10 ** getDecimals(currency);

/** "$4,000", "€4,000.50" or "¥400,000", for pages and emails: whole amounts have no decimals. */
export function formatMoney(cents: Cents, currency: string): string {
  const { decimals, whole, exact } = getFormat(currency);
  const format = cents % 10 ** decimals === 0 ? whole : exact;
  return format.format(cents / 10 ** decimals);
}

/** "$4,000 and €300": amounts of each currency together; "" for none. */
export function formatSums(
  amounts: readonly { readonly cents: Cents; readonly currency: string }[],
): string {
  const sums = new Map<string, Cents>();
  for (const { currency, cents } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + cents);
  return [...sums].map(([currency, cents]) => formatMoney(cents, currency)).join(' and ');
}

/** "$4,000", "On request", or "" if there is no price. */
export function formatPrice(price: Cents | 'on-request' | undefined, currency: string): string {
  if (price === undefined) return '';
  return price === 'on-request' ? 'On request' : formatMoney(price, currency);
}

/** "$4,000.00" or "¥400,000": for invoices. */
export const formatExactMoney = (cents: Cents, currency: string): string =>
  getFormat(currency).exact.format(toUnits(cents, currency));

/** "4000.00", or "400000" of yen: the form that the payment provider and the wire contract take. */
export function toDecimalString(cents: Cents, currency: string): string {
  const decimals = getDecimals(currency);
  if (decimals === 0) return String(cents);
  const unit = 10 ** decimals;
  return `${Math.trunc(cents / unit)}.${String(cents % unit).padStart(decimals, '0')}`;
}

/**
 * "4000", "4000.5" or "4000.50" in the smallest unit, as forms and the provider write amounts; NaN
 * for more decimals than the currency has, beyond zeros.
 */
export function parseAmount(amount: string, currency: string): Cents {
  const decimals = getDecimals(currency);
  const [whole = '0', part = ''] = amount.split('.');
  if (/[^0]/.test(part.slice(decimals))) return Number.NaN;
  return (
    Number(whole) * 10 ** decimals + Number(part.slice(0, decimals).padEnd(decimals, '0') || 0)
  );
}

/** "10.50" as whole cents. */
export const toCents = (value: string): number => Math.round(Number(value) * 100);

/** PayPal's currencies without decimals; of those only yen are sold in here. */
export const hasDecimals = (currency: string): boolean => currency !== 'JPY';

/** Whole cents as PayPal writes them: "10.50", and "10" of yen. */
export const formatValue = (cents: number, currency: string): string =>
  (cents / 100).toFixed(hasDecimals(currency) ? 2 : 0);

type Money = { readonly currency_code: string; readonly value: string };

/** PayPal's fee in its usual size: 3.49 % and 0.49, of yen whole ones. */
export const calculateFee = ({ currency_code: currency, value }: Money): Money => {
  const cents = Math.round(toCents(value) * 0.0349) + 49;
  return { currency_code: currency, value: formatValue(cents, currency) };
};

/** Returns an amount less another. */
export const subtract = (amount: Money, taken: Money): Money => ({
  ...amount,
  value: formatValue(toCents(amount.value) - toCents(taken.value), amount.currency_code),
});

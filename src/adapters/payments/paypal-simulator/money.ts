/** "10.50" as whole cents. */
export const toCents = (value: string): number => Math.round(Number(value) * 100);

/** PayPal's currencies without decimals; of those only yen are sold in here. */
export const hasDecimals = (currency: string): boolean => currency !== 'JPY';

/** Whole cents as PayPal writes them: "10.50", and "10" of yen. */
export const formatValue = (cents: number, currency: string): string =>
  (cents / 100).toFixed(hasDecimals(currency) ? 2 : 0);

/** Whole US cents. Every price in the product is one of these; floats never hold money. */
export type Cents = number & { readonly __cents?: never };

/** "$4,000" or "$4,000.50": what a visitor reads. Whole dollars are shown without decimals. */
export function dollars(cents: Cents): string {
  const whole = cents % 100 === 0;
  return (cents / 100).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: whole ? 0 : 2,
  });
}

/** "4000.00": the exact form that the payment provider and the wire contract take. */
export function decimal(cents: Cents): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/**
 * The day of an order's payment, "2026-11-21", as copies and certificates have it: it was the store's
 * when the payment arrived, and stays so. Throws for an order that nobody paid.
 */
export function getPaidDay({ number, paidOn }: PaidOrder): string {
  if (paidOn === null) throw new Error(`order ${number} is not paid`);
  return paidOn;
}

type PaidOrder = { readonly number: string; readonly paidOn: string | null };

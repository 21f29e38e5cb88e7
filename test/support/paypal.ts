export type PaypalLedger = {
  /** Number of orders that PayPal was asked to create. */
  readonly orders: number;
  readonly charges: readonly { readonly custom_id: string; readonly value: string }[];
  readonly refunds: readonly unknown[];
  /** Number of access tokens that were issued. */
  readonly tokens: number;
};

/** Posts the payer's choice to the approval page of the simulator, as its buttons do. */
export const approvePayment = (
  approvalUrl: string,
  choice: 'pay' | 'decline' | 'cancel' = 'pay',
): Promise<Response> =>
  fetch(approvalUrl, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' });

/** Sets one of the simulator's switches: faults, webhooks, clock, account, refund, reverse, … */
export async function callPaypalControl(
  paypalUrl: string,
  control: string,
  body: object,
): Promise<unknown> {
  const response = await fetch(`${paypalUrl}/__sim/${control}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return response.json();
}

/** The id of the order that a charge is for, of whichever store. */
export const readPurchaseId = ({ custom_id: customId }: { readonly custom_id: string }): number =>
  Number(/^(?:[0-9a-f]{32}-)?(\d+)(?:-|$)/.exec(customId)?.[1]);

/** Returns what the simulator really charged and refunded. */
export async function getPaypalLedger(paypalUrl: string): Promise<PaypalLedger> {
  const response = await fetch(`${paypalUrl}/__sim/ledger`);
  return (await response.json()) as PaypalLedger;
}

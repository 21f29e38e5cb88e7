import { fail, type Refusal } from '#core/kernel/outcome.model.ts';

/**
 * `conflict`: the provider refused a refund. Where no other try helps, the error is of the field
 * `sent`, which says who sends the money.
 */
export function refuseRefund(issue: string, isLasting: boolean): Refusal {
  if (!isLasting) return fail('conflict', `The payment provider refused the refund (${issue}).`);
  const message =
    `PayPal does not refund this payment any more (${issue}). Send the money in another way, and ` +
    'record that here.';
  return fail('conflict', message, { sent: [message] });
}

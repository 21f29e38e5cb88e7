/**
 * Why PayPal holds a payment back (capture_status_details.reason), and what that means for the buyer,
 * who gets nothing before the money is there.
 */
const heldWords: Readonly<Record<string, string>> = {
  BUYER_COMPLAINT: 'The buyer complained about it. They wait until PayPal has decided.',
  CHARGEBACK: 'The buyer’s bank took it back. It may never arrive.',
  ECHECK: 'It is an eCheck: it takes three to six working days, and may fail. The buyer waits.',
  INTERNATIONAL_WITHDRAWAL:
    'Your account does not take it by itself. Accept it at PayPal, and the buyer is served.',
  OTHER: 'PayPal gives no reason. The buyer waits; PayPal’s support knows more.',
  PENDING_REVIEW: 'PayPal checks it, which mostly takes a day. The buyer waits.',
  RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION:
    'Your settings at PayPal ask you to accept it by hand. Accept it there, and the buyer is served.',
  REFUNDED: 'It was refunded before it arrived. The buyer has their money.',
  TRANSACTION_APPROVED_AWAITING_FUNDING:
    'The buyer’s bank has not sent the money yet. They wait until it has.',
  UNILATERAL:
    'Your email address is not confirmed at PayPal. Confirm it there, and the buyer is served.',
  VERIFICATION_REQUIRED:
    'Your account at PayPal is not verified. Verify it there, and the buyer is served.',
};

/** PayPal's word in a sentence; one that we don't know as it is. */
export const describeHeldReason = (reason: string): string =>
  Object.hasOwn(heldWords, reason) ? String(heldWords[reason]) : reason;

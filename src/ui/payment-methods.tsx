import marksUrl from './payment-marks.svg?url';

/** The payment image of the specification: the marks of the payment methods, drawn. */
export function PaymentMethods() {
  return (
    <img
      src={marksUrl}
      width="203"
      height="24"
      alt="Payment by PayPal, or by card through PayPal"
    />
  );
}

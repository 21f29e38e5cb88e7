/** The payment image of the specification: the names of the payment methods, each in a frame. */
export function PaymentMethods() {
  return (
    <p
      className="flex flex-wrap gap-2 text-[13px] font-semibold"
      role="img"
      aria-label="Payment by PayPal, or by card through PayPal"
    >
      {['PayPal', 'Visa', 'Mastercard', 'American Express'].map((name) => (
        <span key={name} className="rounded border border-rule bg-paper px-2 py-1">
          {name}
        </span>
      ))}
    </p>
  );
}

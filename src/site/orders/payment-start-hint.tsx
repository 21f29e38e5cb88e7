import type { PaymentMethod } from '#core/orders/model.ts';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';

/** A buyer's way on when PayPal did not start their payment; nothing for any other message. */
export function PaymentStartHint({
  message,
  methods,
}: {
  message: string | undefined;
  methods: readonly PaymentMethod[];
}) {
  const { salesEmail } = useSite();
  if (message !== texts.checkoutStartFailed && message !== texts.checkoutError) return null;
  return (
    <p className="mt-2">
      Nothing was charged, and your order is saved. Please try again in a moment
      {methods.includes('bank') && ', or choose bank transfer below'}. If it goes on, write to us:{' '}
      <a href={`mailto:${salesEmail}`}>{salesEmail}</a>.
    </p>
  );
}

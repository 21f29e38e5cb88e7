import { formatMoney, toDecimalString } from '#core/kernel/money.model.ts';
import type { Offer, Quote } from '#core/orders/checkout/offer.ts';
import { Icon } from '#ui/icon.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

/** The button of the chosen payment method with its price, and what it buys for the server. */
export function CheckoutButtons({ offer, quote }: { offer: Offer; quote: Quote }) {
  const { buyLinkId, licence, priceCents, currency } = offer;
  const price = (
    <span className="price" data-total="">
      {formatMoney(quote.totalCents, currency)}
    </span>
  );
  return (
    <>
      <input type="hidden" name="report_id" value={buyLinkId} />
      <input type="hidden" name="type" value={licence} />
      <input type="hidden" name="amount" value={toDecimalString(priceCents, currency)} />
      {offer.tax.kind !== 'none' && (
        <input type="hidden" name="total" value={toDecimalString(quote.totalCents, currency)} />
      )}
      <SubmitButton busyLabel="Opening PayPal…" className="by-card button pay-button">
        <span data-label="">Continue to PayPal</span>
        {price}
      </SubmitButton>
      <SubmitButton busyLabel="Placing your order…" className="by-bank button pay-button">
        <span data-label="">Place order</span>
        {price}
      </SubmitButton>
      <p className="by-card mt-3 flex justify-center gap-2 text-[13.5px] text-muted">
        <span className="pt-0.5">
          <Icon name="lock" />
        </span>
        You enter card details at PayPal. This store never sees them.
      </p>
    </>
  );
}

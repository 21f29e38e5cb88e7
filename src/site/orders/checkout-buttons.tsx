import { formatMoney, toDecimalString } from '#core/kernel/money.model.ts';
import { needsPayButton } from '#core/orders/consumer-law.model.ts';
import type { Offer, Quote } from '#core/orders/checkout/offer.ts';
import { Icon } from '#ui/icon.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

/** One button for each way to pay; a person's says that they will have to, where a law wants it. */
function listButtons({ tax }: Offer) {
  const hasPayButton = needsPayButton(tax);
  const other = hasPayButton ? 'for-company ' : '';
  const byCard = { busyLabel: 'Opening PayPal…' };
  const byBank = { busyLabel: 'Placing your order…' };
  return [
    { ...byCard, label: 'Continue to PayPal', className: `${other}by-card` },
    { ...byBank, label: 'Place order', className: `${other}by-bank` },
    ...(hasPayButton
      ? [
          { ...byCard, label: 'Order and pay', className: 'for-person by-card' },
          { ...byBank, label: 'Order and pay by transfer', className: 'for-person by-bank' },
        ]
      : []),
  ];
}

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
      <input type="hidden" name="currency" value={currency} />
      {offer.tax.kind !== 'none' && (
        <input type="hidden" name="total" value={toDecimalString(quote.totalCents, currency)} />
      )}
      {listButtons(offer).map(({ label, busyLabel, className }) => (
        <SubmitButton
          key={label}
          busyLabel={busyLabel}
          className={`${className} button pay-button`}
        >
          <span data-label="">{label}</span>
          {price}
        </SubmitButton>
      ))}
      {/* Whether it is shown is said outside: a class of its layout would say otherwise. */}
      <div className="by-card">
        <p className="mt-3 flex justify-center gap-2 text-[13.5px] text-muted">
          <span className="pt-0.5">
            <Icon name="lock" />
          </span>
          You enter card details at PayPal. This store never sees them.
        </p>
      </div>
    </>
  );
}

import { formatMoney } from '#core/kernel/money.model.ts';
import { buildWaiver } from '#core/orders/consumer-law.model.ts';
import { describeDays } from '#core/catalogue/goods/delivery-words.model.ts';
import type { OrderView } from '#core/orders/index.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

/** The larger licences that the buyer may pay the difference for, or why there are none. */
export function UpgradeLicence({ order }: { order: OrderView }) {
  return (
    <>
      {order.upgrades.length > 0 && (
        <section className="bg-wash px-5 py-4 lg:px-[22px]" aria-labelledby="upgrade">
          <h2 id="upgrade" className="font-sans! text-[16px]">
            Colleagues need it too?
          </h2>
          <p className="mt-1 text-[14px]">
            Upgrade licence: you pay only the difference, and what you paid counts in full
            {order.refundedCents > 0 && ', less what was refunded'}.
          </p>
          <ul className="mt-2 grid gap-3">
            {order.upgrades.map(({ licence, licenceTerms, cents, deliveryDays }) => (
              <li key={licence} className="border-t border-rule pt-3">
                <span>
                  <strong>{licenceTerms.name}</strong>
                  <span className="label block">{licenceTerms.rights}</span>
                  {deliveryDays !== null && (
                    <span className="label block">
                      We deliver its files {describeDays(deliveryDays)} of your payment.
                    </span>
                  )}
                </span>
                <form method="post" className="mt-2">
                  <input type="hidden" name="what" value="upgrade" />
                  <input type="hidden" name="licence" value={licence} />
                  <input type="hidden" name="cents" value={cents} />
                  {order.needsWaiver && (
                    <label className="mb-3 flex gap-3 text-[14px]">
                      <input
                        type="checkbox"
                        name="waiver"
                        value="1"
                        required
                        className="mt-0.5 size-5 shrink-0 accent-accent"
                      />
                      <span>{buildWaiver(deliveryDays)}</span>
                    </label>
                  )}
                  <SubmitButton busyLabel="Opening PayPal…" className="button quiet">
                    {order.needsPayButton ? 'Order and pay: upgrade for' : 'Upgrade for'}{' '}
                    {formatMoney(cents, order.currency)}
                  </SubmitButton>
                </form>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

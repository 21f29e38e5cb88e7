import { formatMoney } from '#core/kernel/money.model.ts';
import type { OrderView } from '#core/orders/index.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

/** The larger licences that the buyer may pay the difference for, or why there are none. */
export function UpgradeLicence({ order }: { order: OrderView }) {
  const isPartlyRefunded = order.refundedCents > 0 && order.state !== 'refunded';
  const isUpgraded = order.upgradeNumbers.length > 0;
  return (
    <>
      {isPartlyRefunded && order.licence !== 'corporate-user' && !isUpgraded && (
        <p className="bg-wash px-5 py-4 text-[14px] lg:px-[22px]">
          To upgrade the licence of this order, please write to us.
        </p>
      )}
      {order.upgrades.length > 0 && (
        <section className="bg-wash px-5 py-4 lg:px-[22px]" aria-labelledby="upgrade">
          <h2 id="upgrade" className="font-sans! text-[16px]">
            Colleagues need it too?
          </h2>
          <p className="mt-1 text-[14px]">
            Upgrade licence: you pay only the difference, and what you paid counts in full.
          </p>
          <ul className="mt-2 grid gap-3">
            {order.upgrades.map(({ licence, licenceTerms, cents }) => (
              <li key={licence} className="border-t border-rule pt-3">
                <span>
                  <strong>{licenceTerms.name}</strong>
                  <span className="label block">{licenceTerms.rights}</span>
                </span>
                <form method="post" className="mt-2">
                  <input type="hidden" name="what" value="upgrade" />
                  <input type="hidden" name="licence" value={licence} />
                  <SubmitButton busyLabel="Opening PayPal…" className="button quiet">
                    Upgrade for {formatMoney(cents, order.currency)}
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

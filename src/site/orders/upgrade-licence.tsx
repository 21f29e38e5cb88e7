import { describeLicence, licenceNames } from '#core/catalogue/licence.model.ts';
import { formatDollars } from '#core/kernel/money.model.ts';
import type { OrderView } from '#core/orders/index.ts';
import { useSite } from '#site/layout/use-site.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

/** The larger licences that the buyer may pay the difference for, or why there are none. */
export function UpgradeLicence({ order }: { order: OrderView }) {
  const { teamSeats } = useSite();
  const isPartlyRefunded = order.refundedCents > 0;
  const isUpgraded = order.upgradeNumbers.length > 0;
  return (
    <>
      {isPartlyRefunded && order.licence !== 'corporate-user' && !isUpgraded && (
        <p className="mt-8">
          Part of this order was refunded. To upgrade the licence, please write to us.
        </p>
      )}
      {order.upgrades.length > 0 && (
        <section className="mt-8" aria-labelledby="upgrade">
          <h2 id="upgrade" className="text-[22px]">
            Upgrade licence
          </h2>
          <p className="label mt-1">You pay only the difference.</p>
          <ul className="mt-2 grid gap-3">
            {order.upgrades.map(({ licence, cents }) => (
              <li
                key={licence}
                className="sheet flex flex-wrap items-center justify-between gap-4 p-4"
              >
                <span>
                  <strong>{licenceNames[licence]}</strong>
                  <span className="label block">{describeLicence(licence, teamSeats)}</span>
                </span>
                <form method="post">
                  <input type="hidden" name="what" value="upgrade" />
                  <input type="hidden" name="licence" value={licence} />
                  <SubmitButton busyLabel="Opening PayPal…" className="button quiet">
                    Upgrade for {formatDollars(cents)}
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

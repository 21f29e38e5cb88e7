import type { SharedSeat } from '#core/orders/licences/join-link.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

/**
 * Reports that others bought and the customer may read: their seats, and their company's licences.
 */
export function SharedSeats({ seats }: { seats: readonly SharedSeat[] }) {
  if (seats.length === 0) return null;
  return (
    <section className="mt-12" aria-labelledby="shared">
      <h2 id="shared" className="text-[26px]">
        Shared with you
      </h2>
      <ul className="mt-4 border-t-2 border-ink">
        {seats.map(({ number, reportTitle, licensee, rights, seatPath }) => (
          <li key={number} className="grid justify-items-start gap-2 border-b border-rule py-5">
            <h3 className="text-[19px]">{reportTitle}</h3>
            <p className="text-[15px] text-muted">
              Licensed by {licensee}. {rights}
            </p>
            {seatPath ? (
              <a
                className="button quiet"
                href={seatPath}
                aria-label={`Your seat for ${reportTitle}`}
              >
                Your seat
              </a>
            ) : (
              <form method="post">
                <input type="hidden" name="what" value="seat" />
                <input type="hidden" name="number" value={number} />
                <SubmitButton
                  busyLabel="Claiming…"
                  className="button quiet"
                  aria-label={`Claim a seat for ${reportTitle}`}
                >
                  Claim a seat
                </SubmitButton>
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

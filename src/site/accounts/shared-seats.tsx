import type { Shared } from '#core/orders/join.ts';

/** Reports that others bought and this customer may read: seats of his address, and his company's corporate licences. */
export function SharedSeats({ seats }: { seats: readonly Shared[] }) {
  if (seats.length === 0) return null;
  return (
    <section className="mt-12" aria-labelledby="shared">
      <h2 id="shared" className="text-[26px]">
        Shared with you
      </h2>
      <ul className="mt-4 grid gap-4">
        {seats.map(({ number, report, company, rights, path }) => (
          <li key={number} className="sheet grid justify-items-start gap-2 p-5">
            <h3 className="text-[19px]">{report}</h3>
            <p className="text-[15px] text-muted">
              Licensed by {company}. {rights}
            </p>
            {path ? (
              <a className="button quiet" href={path} aria-label={`Your seat for ${report}`}>
                Your seat
              </a>
            ) : (
              <form method="post">
                <input type="hidden" name="what" value="seat" />
                <input type="hidden" name="number" value={number} />
                <button className="button quiet" aria-label={`Take a seat for ${report}`}>
                  Take a seat
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

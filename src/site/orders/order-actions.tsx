import { describeLicence, licenceNames } from '#core/catalogue/licence.model.ts';
import { formatDollars } from '#core/kernel/money.model.ts';
import type { OrderView } from '#core/orders/index.ts';
import { paths } from '#src/paths.ts';
import { documentNames } from '#site/accounts/library.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { Field } from '#ui/field.tsx';

/** An invitation that was refused: what was typed stays, with what is wrong at its field. */
export type RejectedInvitation = {
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly form: Readonly<Record<string, string>>;
};

/** Links to everything in writing that belongs to the order. */
export function OrderDocuments({ order }: { order: OrderView }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-6">
      {order.documents.map(({ kind, number, token }) => (
        <li key={number}>
          <a className="link inline-block py-1" href={paths.document(token)}>
            {documentNames[kind]} {number}
          </a>
        </li>
      ))}
      {order.certificateToken && (
        <li>
          <a
            className="link inline-block py-1"
            href={paths.verifyCertificate(order.certificateToken)}
          >
            Licence certificate
          </a>
        </li>
      )}
      {order.termsHash && (
        <li>
          <a className="link inline-block py-1" href={paths.acceptedTerms(order.termsHash)}>
            Terms as you accepted them
          </a>
        </li>
      )}
    </ul>
  );
}

/** What a buyer may do with a paid order: papers, seats for colleagues, renewed links, a larger licence. */
export function OrderActions({
  order,
  sent,
}: {
  order: OrderView;
  sent: RejectedInvitation | undefined;
}) {
  const field = (name: string) => ({
    name,
    error: sent?.errors[name]?.[0],
    defaultValue: sent?.form[name],
  });
  const { teamSeats } = useSite();
  return (
    <>
      <section className="mt-8" aria-labelledby="papers">
        <h2 id="papers" className="text-[22px]">
          Papers
        </h2>
        <OrderDocuments order={order} />
        <form method="post" className="mt-2">
          <input type="hidden" name="what" value="renew" />
          <button className="link py-1">Renew the download links</button>
        </form>
      </section>
      {(order.seatsLeft > 0 || order.seats.length > 0) && (
        <section className="mt-8" aria-labelledby="seats">
          <h2 id="seats" className="text-[22px]">
            Seats for your colleagues
          </h2>
          <ul className="mt-2">
            {order.seats.map(({ email, name, state }) => (
              <li
                key={email}
                className="flex flex-wrap items-center justify-between gap-3 border-t border-rule py-2"
              >
                <span>
                  {name}, {email} <span className="label">{state}</span>
                </span>
                <form method="post">
                  <input type="hidden" name="what" value="revoke" />
                  <input type="hidden" name="email" value={email} />
                  <button className="link py-1" aria-label={`Take the seat of ${name} back`}>
                    Take back
                  </button>
                </form>
              </li>
            ))}
          </ul>
          {order.joinUrl && (
            <div className="mt-2">
              <Field
                name="join"
                label="Address for your colleagues: with it they take seats by themselves"
                readOnly
                value={order.joinUrl}
              />
            </div>
          )}
          {order.seatsLeft > 0 && (
            <form method="post" className="mt-3 grid gap-4 sm:grid-cols-2">
              <input type="hidden" name="what" value="invite" />
              <Field {...field('name')} label="Name of your colleague" required maxLength={200} />
              <Field
                {...field('email')}
                label="E-mail address"
                type="email"
                required
                maxLength={254}
              />
              <p className="label sm:col-span-2">
                {order.licence === 'corporate-user'
                  ? "Only for addresses of your company's domain."
                  : `${order.seatsLeft} left.`}{' '}
                Each reader gets his own copy.
              </p>
              <p className="sm:col-span-2">
                <button className="button quiet">Invite</button>
              </p>
            </form>
          )}
        </section>
      )}
      {order.licence === 'corporate-user' && !order.joinUrl && (
        <p className="mt-8">
          Colleagues take their seats of a corporate licence by the company's e-mail domain.{' '}
          {order.email} is at a public mail provider, which says nothing of your company: write to
          us, and we put the order on an address of yours there.
        </p>
      )}
      {order.refundedCents > 0 &&
        order.licence !== 'corporate-user' &&
        order.upgradeNumbers.length === 0 && (
          <p className="mt-8">
            A part of this order was given back: for a larger licence, please write to us.
          </p>
        )}
      {order.upgrades.length > 0 && (
        <section className="mt-8" aria-labelledby="upgrade">
          <h2 id="upgrade" className="text-[22px]">
            A larger licence for the difference
          </h2>
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
                  <button className="button quiet">Upgrade for {formatDollars(cents)}</button>
                </form>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

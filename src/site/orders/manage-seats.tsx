import type { OrderView } from '#core/orders/index.ts';
import { getFieldProps, type RejectedForm } from '#site/form-fields.ts';
import { Field } from '#ui/field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

type Props = { readonly order: OrderView; readonly rejectedInvitation: RejectedForm | undefined };

/** The seats of a licence: who has one, the link for colleagues, and an invitation form. */
export function ManageSeats({ order, rejectedInvitation }: Props) {
  if (order.seatsLeft === 0 && order.seats.length === 0) return null;
  return (
    <section className="mt-9" aria-labelledby="seats">
      <h2 id="seats" className="text-[20px]">
        Seats for your colleagues
      </h2>
      <ul className="mt-2">
        {order.seats.map((seat) => (
          <SeatRow key={seat.email} {...seat} />
        ))}
      </ul>
      {order.joinUrl && (
        <div className="mt-2">
          <Field
            name="join"
            label="Share this link: colleagues use it to claim their own seats"
            readOnly
            value={order.joinUrl}
          />
          <button type="button" className="button quiet with-script mt-2" data-copy="join">
            Copy link
          </button>
        </div>
      )}
      {order.seatsLeft > 0 && <InvitationForm order={order} rejected={rejectedInvitation} />}
    </section>
  );
}

function SeatRow({ email, name, state }: OrderView['seats'][number]) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-rule py-2">
      <span>
        {name}, {email} <span className="label">{state}</span>
      </span>
      <form method="post">
        <input type="hidden" name="what" value="revoke" />
        <input type="hidden" name="email" value={email} />
        <SubmitButton
          busyLabel="Revoking…"
          className="link py-1"
          aria-label={`Revoke seat of ${name}`}
        >
          Revoke seat
        </SubmitButton>
      </form>
    </li>
  );
}

function InvitationForm({
  order,
  rejected,
}: {
  order: OrderView;
  rejected: RejectedForm | undefined;
}) {
  const seatsLeft = `${order.seatsLeft} ${order.seatsLeft === 1 ? 'seat' : 'seats'} left.`;
  return (
    <form method="post" className="mt-3 grid gap-4 sm:grid-cols-2">
      <input type="hidden" name="what" value="invite" />
      <Field
        {...getFieldProps('name', rejected)}
        label="Colleague's name"
        required
        maxLength={200}
      />
      <Field
        {...getFieldProps('email', rejected)}
        label="Email address"
        type="email"
        required
        maxLength={254}
      />
      <p className="label sm:col-span-2">
        {order.isForCompany ? "Only addresses at your company's email domain." : seatsLeft} Each
        reader gets their own copy.
      </p>
      <p className="sm:col-span-2">
        <SubmitButton busyLabel="Inviting…" className="button quiet">
          Invite
        </SubmitButton>
      </p>
    </form>
  );
}

/** Why a whole company's licence has no link for colleagues: the order's email names no company. */
export function CompanyEmailNeeded({ order }: { order: OrderView }) {
  if (!order.isForCompany || order.joinUrl) return null;
  return (
    <p className="mt-8">
      Colleagues claim their seats of this licence with an email address at your company's domain.{' '}
      {order.email} belongs to a public email provider: please write to us, and we will move the
      order to your company address.
    </p>
  );
}

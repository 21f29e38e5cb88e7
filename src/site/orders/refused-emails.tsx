import type { OrderView } from '#core/orders/index.ts';
import { getFieldProps, type RejectedForm } from '#site/form-fields.ts';
import { Alert } from '#ui/alert.tsx';
import { Field } from '#ui/field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

type Props = { readonly order: OrderView; readonly rejected: RejectedForm | undefined };

/** For the buyer: which emails could not be delivered, and the form that corrects their address. */
export function RefusedEmails({ order, rejected }: Props) {
  if (order.emailState !== 'refused' && order.refusedSeats.length === 0) return null;
  return (
    <div className="mb-8 grid gap-4">
      {order.emailState === 'refused' && <CorrectAddress order={order} rejected={rejected} />}
      {order.refusedSeats.map((address) => (
        <Alert key={address}>
          We could not deliver our email to <strong className="wrap-anywhere">{address}</strong>:
          the address does not exist or takes no email. Revoke that seat below, and invite your
          colleague again with the right address.
        </Alert>
      ))}
    </div>
  );
}

const CorrectAddress = ({ order, rejected }: Props) => (
  <Alert>
    <h2 className="text-[19px]">We could not deliver our email</h2>
    <p className="mt-1">
      The mail server of <strong className="wrap-anywhere">{order.email}</strong> says that this
      address does not exist or takes no email. Please correct it: the email goes out again at once.
    </p>
    <form method="post" className="mt-3 grid gap-4">
      <input type="hidden" name="what" value="correct" />
      <Field
        {...getFieldProps('email', rejected)}
        id="correct-email"
        label="Your email address"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
      />
      <p>
        <SubmitButton busyLabel="Sending…" className="button">
          Correct and send again
        </SubmitButton>
      </p>
    </form>
  </Alert>
);

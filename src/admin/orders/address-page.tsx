import type { Route } from './+types/address-page.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { describeSending } from '#core/kernel/email-outcome.model.ts';
import type { MovedEmails } from '#core/orders/delivery/change-order-email.ts';
import { fieldProps, TextField } from '#admin/frame/fields.tsx';
import { finishForm, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { hrefOfOrder } from './order-links.ts';

export const handle: AdminHandle = { verb: 'order.change-address' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { orders } = context.get(appContext);
  const { number, buyer } = unwrap(await orders.staff.details.getOrder(actor, params.number));
  return { number, current: buyer.email };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { orders } = context.get(appContext);
  const { number } = params;
  const { email = '' } = form.fields;
  const changed = await orders.emailChange.changeOrderEmail(actor, number, email);
  const message = changed.ok ? describeMove(email.trim(), changed.value) : '';
  return finishForm(context, changed, { path: hrefOfOrder(number), message });
}

function describeMove(email: string, { sentAgain, links }: MovedEmails): string {
  const again = sentAgain > 0 ? ' What did not arrive before is sent again.' : '';
  const sent = links ? ` ${describeSending('The email with new download links', links)}` : '';
  return `The order belongs to ${email} now.${again}${sent}`;
}

/** Moves an order to another email address. */
export default function AddressPage({ loaderData, actionData }: Route.ComponentProps) {
  const { number, current } = loaderData;
  const rejected = actionData;
  return (
    <AdminPage
      title={`Email address of ${number}`}
      back={{ label: `Order ${number}`, href: hrefOfOrder(number) }}
    >
      <p>
        The order belongs to <b>{current}</b>. After the change that address and its account have no
        access to it any more, and the new one gets the download links by email.
      </p>
      <AdminForm intent="change-address" rejected={rejected}>
        <TextField
          label="New email address"
          type="email"
          autoComplete="off"
          required
          {...fieldProps('email', undefined, rejected)}
        />
        <div className="admin-buttons">
          <SubmitButton busyLabel="Changing…">Change address</SubmitButton>
          <a href={hrefOfOrder(number)}>Cancel</a>
        </div>
      </AdminForm>
    </AdminPage>
  );
}

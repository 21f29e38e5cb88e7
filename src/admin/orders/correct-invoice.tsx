import type { Route } from './+types/correct-invoice.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { fieldProps, TextAreaField, TextField } from '#admin/frame/fields.tsx';
import { describeSending } from '#core/kernel/email-outcome.model.ts';
import type { EmailedDocument } from '#core/orders/staff/issue-document.ts';
import { finishForm, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { hrefOfOrder } from './order-links.ts';

export const handle: AdminHandle = { verb: 'order.issue-document' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { orders } = context.get(appContext);
  return {
    order: params.number,
    invoice: unwrap(await orders.staff.corrections.getInvoice(actor, params.number)),
  };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { orders } = context.get(appContext);
  const corrected = await orders.staff.corrections.correctInvoice(
    actor,
    params.number,
    form.fields,
  );
  const message = corrected.ok ? describeIssued(corrected.value) : '';
  return finishForm(context, corrected, { path: hrefOfOrder(params.number), message });
}

const describeIssued = ({ number, delivery }: EmailedDocument): string =>
  `${number} was issued. ${describeSending('The email with it to the buyer', delivery)}`;

/** A further invoice that replaces the one that was made out wrongly. */
export default function CorrectInvoice({ loaderData, actionData }: Route.ComponentProps) {
  const { order, invoice } = loaderData;
  const { number, fields } = invoice;
  return (
    <AdminPage
      title={`Correct invoice ${number}`}
      back={{ label: `Order ${order}`, href: hrefOfOrder(order) }}
    >
      <p className="admin-lead">
        {number} stays as it was issued. A corrected invoice with a number of its own replaces it,
        names it and is emailed to the buyer. Amounts can’t be corrected here: refund them.
      </p>
      <AdminForm intent="correct" rejected={actionData}>
        <TextField label="Name" required {...fieldProps('name', fields.name, actionData)} />
        <TextField label="Company" {...fieldProps('company', fields.company, actionData)} />
        <TextAreaField
          label="Address"
          rows={4}
          hint="Line by line, as on the invoice."
          required
          {...fieldProps('address', fields.address, actionData)}
        />
        <TextField label="Tax ID" {...fieldProps('tax_id', fields.tax_id, actionData)} />
        <TextField
          label="Reason"
          required
          hint="It is printed on the corrected invoice."
          {...fieldProps('reason', '', actionData)}
        />
        <div className="admin-buttons">
          <SubmitButton busyLabel="Issuing…">Issue the corrected invoice</SubmitButton>
          <a href={hrefOfOrder(order)}>Cancel</a>
        </div>
      </AdminForm>
    </AdminPage>
  );
}

import { data } from 'react-router';
import type { Route } from './+types/person.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { FormKey } from '#admin/frame/form-key.tsx';
import { TextField, fieldProps } from '#admin/frame/fields.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { fail } from '#core/kernel/outcome.model.ts';
import type { Erasure } from '#core/people/personal-data.ts';
import { appContext } from '#site/context.ts';
import { findByName, type RejectedForm } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

export const handle: AdminHandle = { verb: ['person.export', 'person.erase'] };

/** Finds the email address by a customer or an enquiry, so that no URL contains it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { people, leads } = context.get(appContext);
  const { searchParams } = new URL(request.url);
  const [customer, enquiry] = [searchParams.get('customer'), searchParams.get('enquiry')];
  if (customer && /^\d{1,9}$/.test(customer)) {
    const found = await people.customers.read(actor, Number(customer));
    return { email: found.ok ? found.value.email : '' };
  }
  if (!enquiry || !/^\d{1,9}$/.test(enquiry)) return { email: '' };
  const found = await leads.inbox.reading.read(actor, Number(enquiry));
  return { email: found.ok ? found.value.email : '' };
}

/** The effect of erasing, before or after it. */
type Shown = { readonly isDone: boolean; readonly email: string; readonly erasure: Erasure };

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { people } = context.get(appContext);
  const { fields } = form;
  const { intent, email = '' } = fields;
  if (intent === 'preview') {
    const previewed = await people.requests.previewErasing(actor, email);
    if (!previewed.ok) return respondRejected(previewed, fields, { intent });
    return data<Shown>({ isDone: false, email, erasure: previewed.value });
  }
  if (intent !== 'erase') return respondRejected(unknownForm, fields);
  if (fields['confirmed']?.trim().toLowerCase() !== email.trim().toLowerCase())
    return respondRejected(failConfirmation, fields, { intent });
  const erased = await people.requests.erasePerson(actor, email);
  if (!erased.ok) return respondRejected(erased, fields, { intent });
  return data<Shown>({ isDone: true, email: '', erasure: erased.value });
}

const confirmationMessage = 'Please type the email address of the person once more.';
const failConfirmation = fail('invalid', confirmationMessage, { confirmed: [confirmationMessage] });

/** Exports and erases what is kept of a person, after showing what that is. */
export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const rejected = actionData && 'ok' in actionData ? actionData : undefined;
  const shown = actionData && 'erasure' in actionData ? actionData : undefined;
  const email = rejected?.values['email'] ?? shown?.email ?? loaderData.email;
  return (
    <AdminPage title="A person’s data" back={{ label: 'Customers', href: '/admin/customers' }}>
      {shown?.isDone ? (
        <Result title="Erased" erasure={shown.erasure} />
      ) : (
        <>
          <p className="admin-lead">
            Everything that is kept under an email address: enquiries, CVs, the account, orders,
            seats, emails and the newsletter. Every spelling of the same mailbox counts.
          </p>
          <PersonForm email={email} rejected={rejected} />
          {shown && <ExportForm email={email} />}
          {shown && <Result title="What erasing does" erasure={shown.erasure} />}
          {(shown || rejected?.intent === 'erase') && (
            <EraseForm email={email} rejected={rejected} />
          )}
        </>
      )}
    </AdminPage>
  );
}

type FormProps = { readonly email: string; readonly rejected: RejectedForm | undefined };

const PersonForm = ({ email, rejected }: FormProps) => {
  const own = rejected?.intent === 'preview' ? rejected : undefined;
  return (
    <AdminForm intent="preview" rejected={rejected}>
      <TextField
        label="Email address"
        type="email"
        autoComplete="off"
        required
        {...fieldProps('email', email, own)}
      />
      <p>
        <SubmitButton busyLabel="Looking…">Show what is kept</SubmitButton>
      </p>
    </AdminForm>
  );
};

/**
 * The answer is a file, so the page stays: a method in capitals is not waited for by the script that
 * sends forms once.
 */
const ExportForm = ({ email }: { readonly email: string }) => (
  <form method="POST" action="/admin/customers/person/export" className="admin-section">
    <FormKey />
    <input type="hidden" name="email" value={email} />
    <SubmitButton className="admin-button" busyLabel="Exporting…">
      Export as JSON
    </SubmitButton>
    <p className="admin-by">
      The file names CVs and does not contain them: save them from their applications.
    </p>
  </form>
);

const EraseForm = ({ email, rejected }: FormProps) => (
  <AdminSection title="Erase permanently">
    <AdminForm intent="erase" rejected={rejected} idPrefix="erase-">
      <p>This can’t be undone. Export the data first if the person asked for it.</p>
      <input type="hidden" name="email" value={email} />
      <TextField
        label={`Type ${email} to confirm`}
        autoComplete="off"
        {...fieldProps('confirmed', '', rejected?.intent === 'erase' ? rejected : undefined)}
        id="erase-confirmed"
      />
      <p>
        <SubmitButton className="admin-button" busyLabel="Erasing…" data-danger>
          Erase this person
        </SubmitButton>
      </p>
    </AdminForm>
  </AdminSection>
);

/** Staff's names for the tables. */
const placeNames: Readonly<Record<string, string>> = {
  lead: 'Enquiries and applications',
  lead_note: 'Notes',
  lead_answer: 'Answers',
  typed_text: 'Drafts of answers',
  subscriber: 'Newsletter',
  purchase: 'Orders',
  order_document: 'Invoices and credit notes',
  seat: 'Seats in licences',
  download_grant: 'Downloads and copies',
  customer: 'Account',
  customer_session: 'Sessions',
  one_time_token: 'Links to confirm an address or a password',
  outbox_email: 'Emails',
  outbox_email_about_orders: 'Emails about orders',
  outgoing_event: 'Webhooks',
  rate_limit: 'Counters against abuse',
  jobs: 'Waiting jobs',
};

const Result = ({ title, erasure }: { readonly title: string; readonly erasure: Erasure }) => (
  <AdminSection title={title}>
    <p className="admin-lead">Addresses: {erasure.addresses.join(', ')}</p>
    <table className="admin-table">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          <th>Where</th>
          <th className="admin-number">Erased</th>
          <th className="admin-number">Kept in part</th>
          <th>What and why</th>
        </tr>
      </thead>
      <tbody>
        {erasure.rows.map(({ table, erased, kept, note }) => (
          <tr key={table}>
            <th scope="row">{findByName(placeNames, table) ?? table}</th>
            <td className="admin-number" data-label="Erased">
              {erased}
            </td>
            <td className="admin-number" data-label="Kept in part">
              {kept}
            </td>
            <td data-label="What and why">{note}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </AdminSection>
);

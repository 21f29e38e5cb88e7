import type { Route } from './+types/profile.ts';
import type { Customer } from '#core/accounts/model.ts';
import { paths } from '#src/paths.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm } from '#site/form-fields.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { Alert } from '#ui/alert.tsx';
import { DefinitionRows } from '#ui/definition-rows.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { YourDataPanel } from './delete-account-form.tsx';
import { EditProfilePanel } from './edit-profile-panel.tsx';
import { Library } from './library.tsx';
import { handleProfileForm, requireCustomer } from './profile-actions.ts';
import { SessionList } from './session-list.tsx';
import { SharedSeats } from './shared-seats.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { accounts, content, orders } = context.get(appContext);
  const { customer, sessionSecret } = await requireCustomer(context);
  const [countries, library, sharedSeats, sessions] = await Promise.all([
    content.listCountries(),
    orders.library.listLibraryOrders(customer),
    orders.joinLinks.listSharedSeats(customer),
    accounts.listSessions(customer, sessionSecret),
  ]);
  return { customer, countries, library, sharedSeats, sessions };
}

export const action = ({ context }: Route.ActionArgs) => handleProfileForm(context);

/** The customer's own data, their library, and the security of both. */
export default function Profile({
  loaderData: { customer, countries, library, sharedSeats, sessions },
  actionData,
}: Route.ComponentProps) {
  const rejectedProfile = findRejectedForm(actionData, 'profile');
  const country = countries.find(({ id }) => id === customer.countryId)?.name;
  return (
    <div className="wrap py-9 lg:py-12" data-member="in">
      <PageHead
        title="My profile"
        siteName={useSite().siteName}
        description="Your data and your library."
        noIndex
      />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-[27px] lg:text-[36px]">My profile</h1>
        <form method="post" action={paths.logout()}>
          <SubmitButton busyLabel="Logging out…" className="button quiet">
            Logout
          </SubmitButton>
        </form>
      </div>
      {actionData && (
        <div className="mt-5">
          <Alert kind={actionData.ok ? 'note' : 'error'}>{actionData.message}</Alert>
        </div>
      )}
      {!customer.confirmed && <UnconfirmedEmailNotice />}
      <YourDetails customer={customer} country={country} isEditable={!rejectedProfile} />
      <EditProfilePanel customer={customer} countries={countries} rejected={rejectedProfile} />
      <Library orders={library} />
      <SharedSeats seats={sharedSeats} />
      <section className="mt-12 grid gap-8 *:min-w-0 md:grid-cols-2" aria-label="Security">
        <ChangePasswordForm rejected={findRejectedForm(actionData, 'password')} />
        <div className="grid content-start gap-8 *:min-w-0">
          <SessionList sessions={sessions} />
          <YourDataPanel rejected={findRejectedForm(actionData, 'remove')} />
        </div>
      </section>
    </div>
  );
}

function UnconfirmedEmailNotice() {
  return (
    <form
      method="post"
      className={
        'mt-5 flex flex-wrap items-center gap-4 rounded border-l-4 border-hue bg-wash ' +
        'px-4 py-3'
      }
    >
      <input type="hidden" name="what" value="confirm" />
      <p className="grow">
        Please confirm your email address with the link in our email. Orders placed with this
        address appear here once it is confirmed.
      </p>
      <SubmitButton busyLabel="Sending…" className="button quiet">
        Resend confirmation email
      </SubmitButton>
    </form>
  );
}

function YourDetails({
  customer,
  country,
  isEditable,
}: {
  customer: Customer;
  country: string | undefined;
  isEditable: boolean;
}) {
  const addressParts = [customer.address, customer.city, customer.region, country];
  return (
    <section className="mt-8" aria-labelledby="own">
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="own" className="text-[26px]">
          Your details
        </h2>
        {isEditable && (
          <button type="button" popoverTarget="edit" className="button quiet">
            Edit
          </button>
        )}
      </div>
      <dl className="mt-4 grid gap-x-8 gap-y-2 border-t-2 border-ink pt-4 sm:grid-cols-[140px_1fr]">
        <DefinitionRows
          rows={[
            ['Name', customer.name],
            ['Email', customer.email],
            ['Phone', customer.mobileNo],
            ['Address', addressParts.filter(Boolean).join(', ')],
          ]}
        />
      </dl>
    </section>
  );
}

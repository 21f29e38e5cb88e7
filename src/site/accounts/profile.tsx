import type { Route } from './+types/profile.ts';
import type { Customer, Session } from '#core/accounts/model.ts';
import { paths } from '#src/paths.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm, type RejectedForm } from '#site/form-fields.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { Alert } from '#ui/alert.tsx';
import { DefinitionRows } from '#ui/definition-rows.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { EditProfilePanel } from './edit-profile-panel.tsx';
import { Library } from './library.tsx';
import { handleProfileForm, requireCustomer } from './profile-actions.ts';
import { useDateFormat } from '#ui/store-zone.tsx';
import { describeBrowser } from './describe-browser.ts';
import type { SharedSeat } from '#core/orders/licences/join-link.ts';
import { minPasswordLength } from '#core/accounts/password.model.ts';
import { Field } from '#ui/field.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { accounts, content, orders } = context.get(appContext);
  const { customer, sessionSecret } = await requireCustomer(context);
  const [countries, library, sharedSeats, sessions] = await Promise.all([
    content.listCountries(),
    orders.library.listLibraryOrders(customer),
    orders.joinLinks.listSharedSeats(customer),
    accounts.sessions.list(customer, sessionSecret),
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

/** The browsers that are logged in to the account, and a button that logs out all others. */
function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const formatInstant = useDateFormat();
  return (
    <form method="post" className="sheet grid content-start gap-3 p-5">
      <h2 className="text-[22px]">Sessions</h2>
      <input type="hidden" name="what" value="sessions" />
      <ul className="text-[15px]">
        {sessions.map(({ createdAt, userAgent, isCurrent }) => (
          <li key={createdAt + userAgent} className="border-t border-rule py-2">
            <span className="block" title={userAgent}>
              {describeBrowser(userAgent)}
            </span>
            <span className="label">
              Since {formatInstant(createdAt)}
              {isCurrent ? ' · this browser' : ''}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <SubmitButton
          busyLabel="Logging out…"
          className="button quiet"
          disabled={sessions.length < 2}
        >
          Log out all other sessions
        </SubmitButton>
      </p>
    </form>
  );
}

/**
 * Reports that others bought and the customer may read: their seats, and their company's licences.
 */
function SharedSeats({ seats }: { seats: readonly SharedSeat[] }) {
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

/** The current and the new password; a rejection shows its errors at these fields. */
function ChangePasswordForm({ rejected }: { rejected: RejectedForm | undefined }) {
  return (
    <form method="post" className="sheet grid content-start gap-4 p-5">
      <h2 className="text-[22px]">Change your password</h2>
      <input type="hidden" name="what" value="password" />
      <Field
        name="present"
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        minLength={minPasswordLength}
        maxLength={200}
        error={rejected?.errors['present']?.[0]}
      />
      <Field
        name="password"
        label="New password (at least 6 characters; longer is safer)"
        type="password"
        autoComplete="new-password"
        required
        minLength={minPasswordLength}
        maxLength={200}
        error={rejected?.errors['password']?.[0]}
      />
      <p>
        <SubmitButton busyLabel="Changing your password…">Change password</SubmitButton>
      </p>
    </form>
  );
}

/** The export of all data, and the deletion of the account behind a password. */
function YourDataPanel({ rejected }: { rejected: RejectedForm | undefined }) {
  return (
    <div className="sheet grid content-start gap-3 p-5">
      <h2 className="text-[22px]">Export or delete your data</h2>
      <p>
        <a className="button quiet" href={paths.dataExport()} download>
          Export as JSON
        </a>
      </p>
      <details className="mt-2" open={rejected !== undefined}>
        <summary className="link py-1">Delete account</summary>
        <DeleteAccountForm rejected={rejected} />
      </details>
    </div>
  );
}

function DeleteAccountForm({ rejected }: { rejected: RejectedForm | undefined }) {
  return (
    <form method="post" className="mt-3 grid gap-3">
      <p className="text-[15px]">
        Your profile, sessions and account links are deleted immediately. We keep orders and
        invoices for as long as tax law requires (ten years), without the account, and the download
        links in your emails keep working. Sales keeps the enquiries that you sent: write to us to
        have them erased.
      </p>
      <input type="hidden" name="what" value="remove" />
      <Field
        id="remove-password"
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={200}
        error={rejected?.errors['password']?.[0]}
        autoFocus={rejected !== undefined}
      />
      <p>
        <SubmitButton busyLabel="Deleting your account…">Delete account permanently</SubmitButton>
      </p>
    </form>
  );
}

import { data, redirect } from 'react-router';
import type { Route } from './+types/profile.ts';
import type { Refusal } from '#core/kernel/outcome.model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { readTextFields } from '#site/leads/submit-lead-form.ts';
import { Alert } from '#ui/alert.tsx';
import { EditProfilePanel } from './edit-profile-panel.tsx';
import { Library } from './library.tsx';
import { SecuritySettings } from './security-settings.tsx';
import { SharedSeats } from './shared-seats.tsx';
import { refusalInit } from '#site/refusal-response.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { accounts, content, orders } = context.get(appContext);
  const { sessionSecret } = context.get(visitContext);
  const customer = await accounts.getCurrentCustomer(sessionSecret);
  if (!customer || sessionSecret === undefined)
    throw redirect(`${paths.login()}?from=${paths.profile()}`);
  const [countries, library, shared, sessions] = await Promise.all([
    content.listCountries(),
    orders.listLibraryOrders(customer),
    orders.listSharedSeats(customer),
    accounts.listSessions(customer, sessionSecret),
  ]);
  return { customer, countries, library, shared, sessions };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { accounts, orders } = context.get(appContext);
  const visit = context.get(visitContext);
  const customer = await accounts.getCurrentCustomer(visit.sessionSecret);
  if (!customer || visit.sessionSecret === undefined)
    throw redirect(`${paths.login()}?from=${paths.profile()}`);
  const { what = '', ...form } = readTextFields(await request.formData());
  // What was typed goes back, except what is secret.
  const { present: _, password: __, ...typed } = form;
  const respondOk = (message: string) => data({ what, good: true, message, errors: {}, typed });
  const respondRejected = (refusal: Refusal) =>
    data(
      { what, good: false, message: refusal.message, errors: refusal.errors ?? {}, typed },
      refusalInit(refusal),
    );
  if (what === 'sessions') {
    await accounts.endOtherSessions(customer, visit.sessionSecret);
    return respondOk('Your other sessions have ended.');
  }
  if (what === 'seat') {
    const taken = await orders.claimSeat(customer, form['number'] ?? '');
    if (taken.ok) throw redirect(taken.value.path, 303);
    return respondRejected(taken);
  }
  if (what === 'password' || what === 'remove') {
    const answer =
      what === 'password'
        ? await accounts.changePassword(customer, form, visit)
        : await accounts.deleteAccount(customer, form);
    if (!answer.ok) return respondRejected(answer);
    if (!answer.value) {
      visit.clearCookies();
      throw redirect(`${paths.login()}?gone=1`, 303);
    }
    visit.setSessionCookie(answer.value.session);
    return respondOk('Your password is changed, and your other sessions have ended.');
  }
  const answer =
    what === 'confirm'
      ? await accounts.resendConfirmationEmail(customer)
      : await accounts.saveProfile(customer, form);
  return answer.ok ? respondOk(answer.value.message) : respondRejected(answer);
}

/** The customer's own data, his library, and what keeps both safe. */
export default function Profile({
  loaderData: { customer, countries, library, shared, sessions },
  actionData,
}: Route.ComponentProps) {
  const rejectedForm = (what: string) =>
    actionData?.what === what && !actionData.good
      ? {
          errors: actionData.errors as Readonly<Record<string, readonly string[]>>,
          typed: actionData.typed,
        }
      : undefined;
  const country = countries.find(({ id }) => id === customer.countryId)?.name;
  const rows = [
    ['Name', customer.name],
    ['Email', customer.email],
    ['Phone', customer.mobileNo],
    [
      'Address',
      [customer.address, customer.city, customer.region, country].filter(Boolean).join(', '),
    ],
  ] as const;
  return (
    <div className="wrap py-12" data-member="in">
      <PageHead
        title="My profile"
        siteName={useSite().siteName}
        description="Your data and your library."
        noIndex
      />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-[40px]">My profile</h1>
        <form method="post" action={paths.logout()}>
          <button className="button quiet">Logout</button>
        </form>
      </div>
      {actionData && (
        <div className="mt-5">
          <Alert kind={actionData.good ? 'note' : 'error'}>{actionData.message}</Alert>
        </div>
      )}
      {!customer.confirmed && (
        <form
          method="post"
          className="mt-5 flex flex-wrap items-center gap-4 rounded border-l-4 border-hue bg-wash px-4 py-3"
        >
          <input type="hidden" name="what" value="confirm" />
          <p className="grow">
            Your e-mail address is not confirmed yet. Orders that were placed with it appear here
            once it is.
          </p>
          <button className="button quiet">Send the letter again</button>
        </form>
      )}
      <section className="mt-8" aria-labelledby="own">
        <div className="flex flex-wrap items-baseline justify-between gap-4">
          <h2 id="own" className="text-[26px]">
            Your data
          </h2>
          {!rejectedForm('profile') && (
            <button type="button" popoverTarget="edit" className="button quiet">
              Edit
            </button>
          )}
        </div>
        <dl className="mt-4 grid gap-x-8 gap-y-2 border-t border-rule pt-4 sm:grid-cols-[140px_1fr]">
          {rows.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <EditProfilePanel
        customer={customer}
        countries={countries}
        rejected={rejectedForm('profile')}
      />
      <Library orders={library} />
      <SharedSeats seats={shared} />
      <SecuritySettings
        sessions={sessions}
        rejectedPasswordChange={rejectedForm('password')}
        rejectedDeletion={rejectedForm('remove')}
      />
    </div>
  );
}

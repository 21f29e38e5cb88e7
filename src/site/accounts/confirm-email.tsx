import { data } from 'react-router';
import type { Route } from './+types/confirm-email.ts';
import { invalidConfirmationMessage } from '#core/accounts/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { readTextFields } from '#site/leads/submit-lead-form.ts';
import { Alert } from '#ui/alert.tsx';
import { Field } from '#ui/field.tsx';
import { refusalInit, sameOriginReferrer } from '#site/refusal-response.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { accounts } = context.get(appContext);
  const works = await accounts.isTokenValid(
    (new URL(request.url).searchParams.get('token') ?? '').slice(0, 100),
    'confirm-email',
  );
  const customer = await accounts.getCurrentCustomer(context.get(visitContext).sessionSecret);
  return data(
    { known: customer !== undefined, works },
    { status: works ? 200 : 404, headers: sameOriginReferrer },
  );
}

export async function action({ context, request }: Route.ActionArgs) {
  const { accounts } = context.get(appContext);
  const visit = context.get(visitContext);
  const token = (new URL(request.url).searchParams.get('token') ?? '').slice(0, 100);
  const { password = '' } = readTextFields(await request.formData());
  const answer = await accounts.confirmEmail(token, {
    customer: await accounts.getCurrentCustomer(visit.sessionSecret),
    password: password.slice(0, 200),
    clientIp: visit.clientIp,
  });
  if (answer.ok)
    return data(
      { state: 'confirmed' as const, message: answer.value.message, error: undefined },
      { status: 200, headers: sameOriginReferrer },
    );
  const error = answer.errors?.['password']?.[0];
  return data(
    { state: error ? ('asked' as const) : ('gone' as const), message: answer.message, error },
    refusalInit(answer, sameOriginReferrer),
  );
}

/** The button behind the link of a letter: a scanner that only opens links confirms nothing, and only who has the account confirms its address. */
export default function ConfirmEmail({
  loaderData: { known, works },
  actionData,
}: Route.ComponentProps) {
  const state = actionData?.state ?? (works ? 'open' : 'gone');
  const asksPassword = state === 'asked' || (state === 'open' && !known);
  return (
    <div className="wrap grid max-w-[560px]! content-start gap-5 py-14">
      <PageHead
        title="Confirm your address"
        siteName={useSite().siteName}
        description="Confirm your e-mail address."
        noIndex
      />
      <h1 className="text-[36px]">Confirm your address</h1>
      {state === 'confirmed' && (
        <>
          <Alert kind="note">{actionData?.message}</Alert>
          <p>
            <a className="button" href={paths.profile()}>
              My profile
            </a>
          </p>
        </>
      )}
      {state === 'gone' && (
        <>
          <Alert>{actionData?.message ?? invalidConfirmationMessage}</Alert>
          <p>
            <a className="link" href={paths.login()}>
              Login
            </a>
          </p>
        </>
      )}
      {(state === 'open' || state === 'asked') && (
        <form method="post" className="grid gap-4">
          {asksPassword && (
            <Field
              name="password"
              label="Password of the account"
              type="password"
              autoComplete="current-password"
              error={actionData?.error}
              required
              maxLength={200}
            />
          )}
          <p className="flex flex-wrap items-center gap-5">
            <button className="button">This address is mine</button>
            {asksPassword && (
              <a className="link py-1" href={paths.forgotPassword()}>
                Forgot password?
              </a>
            )}
          </p>
          {asksPassword && (
            <p className="text-[14px] text-muted">
              If you did not open the account, do nothing: without your press the address stays
              unconfirmed.
            </p>
          )}
        </form>
      )}
    </div>
  );
}

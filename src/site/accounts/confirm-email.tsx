import { data } from 'react-router';
import type { Route } from './+types/confirm-email.ts';
import { invalidConfirmationMessage } from '#core/accounts/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { refusalInit, sameOriginReferrer } from '#site/refusal-response.ts';
import { Alert } from '#ui/alert.tsx';
import { Field } from '#ui/field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

type ConfirmationState =
  | { readonly kind: 'open'; readonly needsPassword: boolean; readonly passwordError?: string }
  | { readonly kind: 'confirmed'; readonly message: string }
  | { readonly kind: 'link-expired'; readonly message: string };

const readToken = (request: Request): string =>
  (new URL(request.url).searchParams.get('token') ?? '').slice(0, 100);

export async function loader({ context, request }: Route.LoaderArgs) {
  const { accounts } = context.get(appContext);
  const isTokenValid = await accounts.tokens.isValid(readToken(request), 'confirm-email');
  if (!isTokenValid)
    return data<ConfirmationState>(
      { kind: 'link-expired', message: invalidConfirmationMessage },
      { status: 404, headers: sameOriginReferrer },
    );
  const customer = await accounts.sessions.getCurrentCustomer(
    context.get(visitContext).sessionSecret,
  );
  return data<ConfirmationState>(
    { kind: 'open', needsPassword: customer === undefined },
    { headers: sameOriginReferrer },
  );
}

export async function action({ context, request }: Route.ActionArgs) {
  const { accounts } = context.get(appContext);
  const visit = context.get(visitContext);
  const { password = '' } = context.get(visitContext).form.fields;
  const confirmed = await accounts.emailConfirmation.confirm(readToken(request), {
    customer: await accounts.sessions.getCurrentCustomer(visit.sessionSecret),
    password: password.slice(0, 200),
    clientIp: visit.clientIp,
  });
  if (confirmed.ok)
    return data<ConfirmationState>(
      { kind: 'confirmed', message: confirmed.value.message },
      { status: 200, headers: sameOriginReferrer },
    );
  const passwordError = confirmed.errors?.['password']?.[0];
  return data<ConfirmationState>(
    passwordError
      ? { kind: 'open', needsPassword: true, passwordError }
      : { kind: 'link-expired', message: confirmed.message },
    refusalInit(confirmed, sameOriginReferrer),
  );
}

/**
 * The page behind the link of a confirmation email. A button confirms, since scanners open links;
 * without a session it asks for the account's password.
 */
export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const state = actionData ?? loaderData;
  return (
    <div className="wrap grid max-w-[560px]! content-start gap-5 py-14">
      <PageHead
        title="Confirm your email address"
        siteName={useSite().siteName}
        description="Confirm your email address."
        noIndex
      />
      <h1 className="text-[27px] lg:text-[36px]">Confirm your email address</h1>
      {state.kind === 'open' ? (
        <ConfirmForm needsPassword={state.needsPassword} error={state.passwordError} />
      ) : (
        <ConfirmResult isConfirmed={state.kind === 'confirmed'} message={state.message} />
      )}
    </div>
  );
}

function ConfirmResult({ isConfirmed, message }: { isConfirmed: boolean; message: string }) {
  return (
    <>
      <Alert kind={isConfirmed ? 'note' : 'error'}>{message}</Alert>
      <p>
        {isConfirmed ? (
          <a className="button" href={paths.profile()}>
            My profile
          </a>
        ) : (
          <a className="link" href={paths.login()}>
            Login
          </a>
        )}
      </p>
    </>
  );
}

function ConfirmForm({
  needsPassword,
  error,
}: {
  needsPassword: boolean;
  error: string | undefined;
}) {
  return (
    <form method="post" className="grid gap-4">
      {needsPassword && (
        <Field
          name="password"
          label="Your password"
          type="password"
          autoComplete="current-password"
          error={error}
          required
          maxLength={200}
        />
      )}
      <p className="flex flex-wrap items-center gap-5">
        <SubmitButton busyLabel="Confirming…">Confirm email address</SubmitButton>
        {needsPassword && (
          <a className="link py-1" href={paths.forgotPassword()}>
            Forgot password?
          </a>
        )}
      </p>
      {needsPassword && (
        <p className="text-[14px] text-muted">
          If you did not open this account, simply ignore our email: the address stays unconfirmed.
        </p>
      )}
    </form>
  );
}

import { minPasswordLength } from '#core/accounts/password.model.ts';
import { data, redirect } from 'react-router';
import type { Route } from './+types/reset-password.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { respondRejected, sameOriginReferrer } from '#site/refusal-response.ts';
import { Alert } from '#ui/alert.tsx';
import { Field } from '#ui/field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

const readToken = (request: Request): string =>
  (new URL(request.url).searchParams.get('token') ?? '').slice(0, 100);

export async function loader({ context, request }: Route.LoaderArgs) {
  const { accounts } = context.get(appContext);
  const isTokenValid = await accounts.tokens.isValid(readToken(request), 'reset-password');
  return data({ isTokenValid }, { status: isTokenValid ? 200 : 404, headers: sameOriginReferrer });
}

export async function action({ context, request }: Route.ActionArgs) {
  const { accounts } = context.get(appContext);
  const visit = context.get(visitContext);
  const values = context.get(visitContext).form.fields;
  const reset = await accounts.passwordReset.reset(readToken(request), values, visit);
  if (!reset.ok) return respondRejected(reset, {}, { headers: sameOriginReferrer });
  visit.setLoginCookies(reset.value);
  throw redirect(paths.profile(), 303);
}

/** A new password, behind the link of an email. */
export default function ResetPassword({
  loaderData: { isTokenValid },
  actionData,
}: Route.ComponentProps) {
  const rejected = actionData && !actionData.ok ? actionData : undefined;
  const error = rejected?.errors['password']?.[0];
  return (
    <div className="wrap grid max-w-[560px]! content-start gap-5 py-14">
      <PageHead
        title="New password"
        siteName={useSite().siteName}
        description="Set a new password."
        noIndex
      />
      <h1 className="text-[27px] lg:text-[36px]">New password</h1>
      {isTokenValid && rejected && !error && <Alert>{rejected.message}</Alert>}
      {isTokenValid ? <NewPasswordForm error={error} /> : <LinkExpired />}
    </div>
  );
}

function NewPasswordForm({ error }: { error: string | undefined }) {
  return (
    <form method="post" className="grid gap-4">
      <Field
        name="password"
        label="New password (at least 6 characters; longer is safer)"
        type="password"
        autoComplete="new-password"
        minLength={minPasswordLength}
        maxLength={200}
        required
        error={error}
      />
      <p>
        <SubmitButton busyLabel="Saving…">Set new password</SubmitButton>
      </p>
    </form>
  );
}

function LinkExpired() {
  return (
    <>
      <Alert>This link has already been used or has expired.</Alert>
      <p>
        <a className="button" href={paths.forgotPassword()}>
          Get a new link
        </a>
      </p>
    </>
  );
}

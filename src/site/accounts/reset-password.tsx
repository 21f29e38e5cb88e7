import { data, redirect } from 'react-router';
import type { Route } from './+types/reset-password.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { readTextFields } from '#site/leads/submit-lead-form.ts';
import { Alert } from '#ui/alert.tsx';
import { Field } from '#ui/field.tsx';
import { refusalInit, sameOriginReferrer } from '#site/refusal-response.ts';

const readToken = (request: Request): string =>
  (new URL(request.url).searchParams.get('token') ?? '').slice(0, 100);

export async function loader({ context, request }: Route.LoaderArgs) {
  const works = await context
    .get(appContext)
    .accounts.isTokenValid(readToken(request), 'reset-password');
  return data({ works }, { status: works ? 200 : 404, headers: sameOriginReferrer });
}

export async function action({ context, request }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const answer = await context
    .get(appContext)
    .accounts.resetPassword(readToken(request), readTextFields(await request.formData()), visit);
  if (!answer.ok)
    return data(
      { message: answer.message, errors: answer.errors ?? {} },
      refusalInit(answer, sameOriginReferrer),
    );
  visit.setSessionCookie(answer.value.session);
  throw redirect(paths.profile(), 303);
}

/** A new password, behind the link of a letter. */
export default function ResetPassword({ loaderData: { works }, actionData }: Route.ComponentProps) {
  const error: string | undefined =
    actionData &&
    ((actionData.errors as Record<string, readonly string[]>)['password']?.[0] ?? undefined);
  return (
    <div className="wrap grid max-w-[560px]! content-start gap-5 py-14">
      <PageHead
        title="New password"
        siteName={useSite().siteName}
        description="Set a new password."
        noIndex
      />
      <h1 className="text-[36px]">New password</h1>
      {works && actionData && !error && <Alert>{actionData.message}</Alert>}
      {works ? (
        <form method="post" className="grid gap-4">
          <Field
            name="password"
            label="New password (6 characters or more; longer is safer)"
            type="password"
            autoComplete="new-password"
            maxLength={200}
            required
            error={error}
          />
          <p>
            <button className="button">Set the password</button>
          </p>
        </form>
      ) : (
        <>
          <Alert>This link was used already, or has ended.</Alert>
          <p>
            <a className="button" href={paths.forgotPassword()}>
              Ask for a new one
            </a>
          </p>
        </>
      )}
    </div>
  );
}

import { data } from 'react-router';
import type { Route } from './+types/forgot-password.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { readTextFields } from '#site/leads/submit-lead-form.ts';
import { AccountFormPage } from './account-form-page.tsx';
import { refusalInit } from '#site/refusal-response.ts';

export const loader = ({ context }: Route.LoaderArgs) => ({
  origin: context.get(visitContext).origin,
});

export async function action({ context, request }: Route.ActionArgs) {
  const values = readTextFields(await request.formData());
  const answer = await context
    .get(appContext)
    .accounts.requestPasswordReset(values, context.get(visitContext));
  if (answer.ok) return data({ good: true, message: answer.value.message, errors: {}, values: {} });
  return data(
    { good: false, message: answer.message, errors: answer.errors ?? {}, values },
    refusalInit(answer),
  );
}

export default function ForgotPassword({
  loaderData: { origin },
  actionData,
}: Route.ComponentProps) {
  return (
    <AccountFormPage
      kind="forgot-password"
      title="Forgot password"
      description="Have a link sent that sets a new password."
      canonical={origin + paths.forgotPassword()}
      {...(actionData ? { sent: actionData } : {})}
    >
      <p>
        <a className="link" href={paths.login()}>
          Back to login
        </a>
      </p>
    </AccountFormPage>
  );
}

import { data } from 'react-router';
import type { Route } from './+types/signup.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { readTextFields } from '#site/leads/submit-lead-form.ts';
import { AccountFormPage } from './account-form-page.tsx';
import { refusalInit } from '#site/refusal-response.ts';

export const loader = ({ context }: Route.LoaderArgs) => ({
  origin: context.get(visitContext).origin,
});

export async function action({ context, request }: Route.ActionArgs) {
  const { password: _, ...values } = readTextFields(await request.clone().formData());
  const answer = await context
    .get(appContext)
    .accounts.register(readTextFields(await request.formData()), context.get(visitContext));
  if (answer.ok) return data({ good: true, message: answer.value.message, errors: {}, values: {} });
  return data(
    { good: false, message: answer.message, errors: answer.errors ?? {}, values },
    refusalInit(answer),
  );
}

export default function Signup({ loaderData: { origin }, actionData }: Route.ComponentProps) {
  return (
    <AccountFormPage
      kind="signup"
      title="Sign up"
      description="Open an account: your orders, invoices and downloads in one place."
      canonical={origin + paths.signup()}
      {...(actionData ? { sent: actionData } : {})}
    >
      <p>
        There is an account already?{' '}
        <a className="link" href={paths.login()}>
          Login
        </a>
      </p>
    </AccountFormPage>
  );
}

import type { Route } from './+types/forgot-password.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { respondAccepted, respondRejected } from '#site/refusal-response.ts';
import { AccountFormPage } from './account-form-page.tsx';
import { toVisitor } from './visitor.ts';

export const loader = ({ context }: Route.LoaderArgs) => ({
  origin: context.get(visitContext).origin,
});

export async function action({ context }: Route.ActionArgs) {
  const { accounts } = context.get(appContext);
  const visit = context.get(visitContext);
  const requested = await accounts.passwordReset.request(visit.form.fields, toVisitor(visit));
  return requested.ok
    ? respondAccepted(requested.value.message)
    : respondRejected(requested, visit.form.fields);
}

/** Emails a link that sets a new password. */
export default function ForgotPassword({
  loaderData: { origin },
  actionData,
}: Route.ComponentProps) {
  return (
    <AccountFormPage
      form={{ kind: 'forgot-password', ...(actionData ? { answer: actionData } : {}) }}
      title="Forgot password"
      description="Get an email with a link to set a new password."
      canonical={origin + paths.forgotPassword()}
    >
      <p>
        <a className="link" href={paths.login()}>
          Back to login
        </a>
      </p>
    </AccountFormPage>
  );
}

import type { Route } from './+types/signup.ts';
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
  const form = context.get(visitContext).form.fields;
  const registered = await accounts.registration.register(
    form,
    toVisitor(context.get(visitContext)),
  );
  const { password: _, ...values } = form;
  return registered.ok
    ? respondAccepted(registered.value.message)
    : respondRejected(registered, values);
}

/** Opens an account. */
export default function Signup({ loaderData: { origin }, actionData }: Route.ComponentProps) {
  return (
    <AccountFormPage
      form={{ kind: 'signup', ...(actionData ? { answer: actionData } : {}) }}
      title="Sign up"
      description="Open an account: your orders, invoices and downloads in one place."
      canonical={origin + paths.signup()}
    >
      <p>
        Already have an account?{' '}
        <a className="link" href={paths.login()}>
          Login
        </a>
      </p>
    </AccountFormPage>
  );
}

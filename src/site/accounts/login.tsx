import { redirect } from 'react-router';
import type { Route } from './+types/login.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { safeRedirectPath } from '#site/safe-redirect-path.ts';
import { Alert } from '#ui/alert.tsx';
import { AccountFormPage } from './account-form-page.tsx';
import { toVisitor } from './visitor.ts';

const getRedirectTarget = (request: Request): string =>
  safeRedirectPath(new URL(request.url).searchParams.get('from'));

export async function loader({ context, request }: Route.LoaderArgs) {
  const { accounts, content } = context.get(appContext);
  const visit = context.get(visitContext);
  if (await accounts.sessions.getCurrentCustomer(visit.sessionSecret))
    throw redirect(paths.profile());
  return {
    isAccountDeleted: new URL(request.url).searchParams.has('gone'),
    redirectTarget: getRedirectTarget(request),
    meta: await content.getPageMeta('login'),
    origin: visit.origin,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { accounts } = context.get(appContext);
  const visit = context.get(visitContext);
  const form = context.get(visitContext).form.fields;
  const loggedIn = await accounts.sessions.login(form, toVisitor(visit));
  if (!loggedIn.ok) return respondRejected(loggedIn, { email: form['email'] ?? '' });
  visit.setLoginCookies(loggedIn.value);
  throw redirect(getRedirectTarget(request), 303);
}

/** The login form; a success leads to `?from=`, or home. */
export default function Login({
  loaderData: { isAccountDeleted, redirectTarget, meta, origin },
  actionData,
}: Route.ComponentProps) {
  return (
    <AccountFormPage
      form={{
        kind: 'login',
        next: redirectTarget,
        ...(actionData ? { answer: actionData } : {}),
      }}
      title={meta?.title ?? 'Login'}
      description={meta?.description ?? 'Log in to your library.'}
      keywords={meta?.keywords}
      canonical={origin + paths.login()}
      notice={isAccountDeleted && <AccountDeleted />}
    >
      <p className="flex flex-wrap gap-x-6">
        <a className="link py-1" href={paths.forgotPassword()}>
          Forgot password?
        </a>
        <a className="link py-1" href={paths.signup()}>
          Open an account
        </a>
      </p>
      <p className="text-[14px] text-muted">
        <a className="link" href={paths.termsAndConditions()}>
          Terms &amp; Conditions
        </a>
        ,{' '}
        <a className="link" href={paths.privacyPolicy()}>
          Privacy Policy
        </a>
        ,{' '}
        <a className="link" href="/gdpr-policies">
          GDPR
        </a>
      </p>
    </AccountFormPage>
  );
}

function AccountDeleted() {
  return (
    <Alert kind="note">
      Your account was deleted. We keep orders and invoices for as long as tax law requires; the
      links in our emails keep working.
    </Alert>
  );
}

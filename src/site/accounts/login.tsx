import { data, redirect } from 'react-router';
import type { Route } from './+types/login.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { readTextFields } from '#site/leads/submit-lead-form.ts';
import { safeRedirectPath } from '#site/leads/thank-you.tsx';
import { Alert } from '#ui/alert.tsx';
import { AccountFormPage } from './account-form-page.tsx';
import { refusalInit } from '#site/refusal-response.ts';

const redirectTarget = (request: Request): string =>
  safeRedirectPath(new URL(request.url).searchParams.get('from'));

export async function loader({ context, request }: Route.LoaderArgs) {
  const { accounts, content } = context.get(appContext);
  const visit = context.get(visitContext);
  if (await accounts.getCurrentCustomer(visit.sessionSecret)) throw redirect(paths.profile());
  return {
    gone: new URL(request.url).searchParams.has('gone'),
    next: redirectTarget(request),
    meta: await content.getPageMeta('login'),
    origin: visit.origin,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = readTextFields(await request.formData());
  const answer = await context.get(appContext).accounts.login(form, visit);
  if (!answer.ok)
    return data(
      {
        message: answer.message,
        errors: answer.errors ?? {},
        values: { email: form['email'] ?? '' },
      },
      refusalInit(answer),
    );
  visit.setSessionCookie(answer.value.session);
  throw redirect(redirectTarget(request), 303);
}

export default function Login({
  loaderData: { gone, next, meta, origin },
  actionData,
}: Route.ComponentProps) {
  return (
    <AccountFormPage
      kind="login"
      next={next}
      title={meta?.title ?? 'Login'}
      description={meta?.description ?? 'Log in to your library.'}
      keywords={meta?.keywords}
      canonical={origin + paths.login()}
      {...(actionData ? { sent: actionData } : {})}
    >
      {gone && (
        <Alert kind="note">
          Your account is deleted. Orders and invoices stay with us for as long as the tax law asks;
          the links in their letters go on.
        </Alert>
      )}
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

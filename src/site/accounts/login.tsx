import { data, redirect } from 'react-router';
import type { Route } from './+types/login.ts';
import { paths } from '#src/paths.ts';
import { shopContext, visitContext } from '#site/context.ts';
import { textFields } from '#site/leads/send.ts';
import { ownPath } from '#site/leads/thank-you.tsx';
import { Alert } from '#ui/alert.tsx';
import { Entrance } from './entrance.tsx';

const nextOf = (request: Request): string => ownPath(new URL(request.url).searchParams.get('from'));

export async function loader({ context, request }: Route.LoaderArgs) {
  const { accounts, content } = context.get(shopContext);
  const visit = context.get(visitContext);
  if (await accounts.who(visit.session)) throw redirect(paths.profile());
  return {
    gone: new URL(request.url).searchParams.has('gone'),
    next: nextOf(request),
    meta: await content.pageMeta('login'),
    origin: visit.origin,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = textFields(await request.formData());
  const answer = await context.get(shopContext).accounts.login(form, visit);
  if (!answer.ok)
    return data(
      {
        message: answer.message,
        errors: answer.errors ?? {},
        values: { email: form['email'] ?? '' },
      },
      {
        status: answer.status,
        ...(answer.retryAfter ? { headers: { 'retry-after': String(answer.retryAfter) } } : {}),
      },
    );
  visit.setSession(answer.value.session);
  throw redirect(nextOf(request), 303);
}

export default function Login({
  loaderData: { gone, next, meta, origin },
  actionData,
}: Route.ComponentProps) {
  return (
    <Entrance
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
        <a className="link" href={paths.terms()}>
          Terms &amp; Conditions
        </a>
        ,{' '}
        <a className="link" href={paths.privacy()}>
          Privacy Policy
        </a>
        ,{' '}
        <a className="link" href="/gdpr-policies">
          GDPR
        </a>
      </p>
    </Entrance>
  );
}

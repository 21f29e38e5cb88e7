import { data, redirect } from 'react-router';
import type { Route } from './+types/sign-in-set-up.ts';
import { signInContext } from '#admin/context.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext, visitContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { NewAppForm, NewPasskeyForm, RecoveryCodes } from './factor-forms.tsx';
import { goBackToPassword } from './go-to-step.ts';
import { readNextPath, withNextPath } from './next-path.ts';

export const handle: AdminHandle = { isOpen: true };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ticket } = context.get(signInContext);
  const setUp = await context.get(appContext).staff.firstFactor.openTotp(ticket);
  const next = readNextPath(request.url);
  // After the form was accepted the ticket is used, and the page shows the codes.
  if (!setUp.ok && !context.get(visitContext).isAnswer)
    throw redirect(withNextPath('/admin/login', next), 303);
  return { setUp: setUp.ok ? setUp.value : undefined, next };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { fields } = context.get(visitContext).form;
  const { firstFactor } = context.get(appContext).staff;
  const { ticket, actor, request: visit, setSession, setTicket } = context.get(signInContext);
  const isPasskey = fields['intent'] === 'passkey';
  const done = isPasskey
    ? await firstFactor.addPasskey(ticket, fields, visit)
    : await firstFactor.confirmTotp(ticket, fields, visit);
  if (!done.ok && done.code === 'unauthenticated') {
    // Somebody who is signed in sent the accepted form again: new recovery codes are made there.
    throw actor ? redirect('/admin/account', 303) : goBackToPassword(readNextPath(request.url), '');
  }
  if (!done.ok) return respondRejected(done, {}, { intent: isPasskey ? 'passkey' : 'totp' });
  setSession(done.value.session);
  setTicket(undefined);
  return data({ recoveryCodes: done.value.recoveryCodes });
}

/** Staff with only a password set up a second factor before anything else. */
export default function SignInSetUp({ loaderData, actionData }: Route.ComponentProps) {
  const { setUp, next } = loaderData;
  if (actionData && 'recoveryCodes' in actionData)
    return (
      <>
        <title>Recovery codes | Back office</title>
        <h1>You are signed in</h1>
        <RecoveryCodes codes={actionData.recoveryCodes} />
        <p>
          <a className="button" href={next}>
            I have saved them: continue
          </a>
        </p>
      </>
    );
  return (
    <>
      <title>Second factor | Back office</title>
      <h1>Set up a second factor</h1>
      <p>A password alone is not enough here. Choose one of these; you can add others later.</p>
      <section className="admin-section">
        <h2>A passkey</h2>
        <p>Your fingerprint, face or device PIN. It then signs you in by itself.</p>
        <NewPasskeyForm purpose="first" answer={actionData} />
      </section>
      {setUp && (
        <section className="admin-section">
          <h2>An authenticator app</h2>
          <NewAppForm setUp={setUp} answer={actionData} />
        </section>
      )}
    </>
  );
}

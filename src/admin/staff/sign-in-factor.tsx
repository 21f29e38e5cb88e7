import { data, redirect } from 'react-router';
import type { Route } from './+types/sign-in-factor.ts';
import { signInContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { TextField } from '#admin/frame/fields.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext, visitContext } from '#site/context.ts';
import { findRejectedForm } from '#site/form-fields.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { goBackToPassword, goToStepWithForm } from './go-to-step.ts';
import { readNextPath, withNextPath } from './next-path.ts';
import { PasskeyButton } from './passkey-button.tsx';
import {
  isOfOtherPage,
  readSignInAnswer,
  readUnsent,
  SendUnsent,
  UnsentField,
} from './unsent-form.tsx';

export const handle: AdminHandle = { isOpen: true };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ticket } = context.get(signInContext);
  const pending = await context.get(appContext).staff.signIn.getPending(ticket);
  const next = readNextPath(request.url);
  // After the code was accepted the ticket is used, and the page may show the form that waited.
  if (!pending && context.get(visitContext).isAnswer) return { next, email: '', factors: [] };
  if (!pending) throw redirect(withNextPath('/admin/login', next), 303);
  if (pending.factors.length === 0) throw redirect(withNextPath('/admin/login/set-up', next), 303);
  return { next, email: pending.email, factors: pending.factors };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { fields } = context.get(visitContext).form;
  const { signIn } = context.get(appContext).staff;
  const visit = context.get(signInContext);
  const unsent = readUnsent(fields);
  if (isOfOtherPage(request.url)) return data({ unsent });
  const isPasskey = fields['intent'] === 'passkey';
  const started = isPasskey
    ? await signIn.withPasskey(fields['passkey'] ?? '', visit.request)
    : await signIn.withCode(visit.ticket, fields, visit.request);
  if (!started.ok && started.code === 'unauthenticated' && !isPasskey)
    return goBackToPassword(readNextPath(request.url), unsent);
  if (!started.ok) {
    const { code: _, ...shown } = fields;
    return respondRejected(started, shown, { intent: isPasskey ? 'passkey' : 'code' });
  }
  const step = { kind: 'signed-in', session: started.value } as const;
  return goToStepWithForm(visit, step, readNextPath(request.url), unsent);
}

/** The second step of the login. */
export default function SignInFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { next, email, factors } = loaderData;
  if (actionData && 'send' in actionData)
    return <SendUnsent unsent={actionData.send} next={next} />;
  const { answer, unsent } = readSignInAnswer(actionData);
  const rejected = findRejectedForm(answer, 'code');
  const formPath = withNextPath('/admin/login/factor', next);
  return (
    <>
      <title>Second step | Back office</title>
      <h1>Second step</h1>
      <p>
        For {email}. <a href="/admin/login">Not you?</a>
      </p>
      {factors.includes('passkey') && (
        <AdminForm
          intent="passkey"
          rejected={findRejectedForm(answer, 'passkey')}
          action={formPath}
        >
          <UnsentField unsent={unsent} />
          <PasskeyButton purpose="sign-in">Use your passkey</PasskeyButton>
        </AdminForm>
      )}
      <AdminForm intent="code" rejected={rejected} action={formPath}>
        <UnsentField unsent={unsent} />
        <TextField
          name="code"
          error={rejected?.errors['code']?.[0]}
          label={factors.includes('totp') ? 'Code of your app' : 'Recovery code'}
          hint={
            factors.includes('totp')
              ? 'Six digits. If you lost the app, type one of your recovery codes.'
              : 'Each of your recovery codes works once.'
          }
          required
          autoComplete="one-time-code"
          autoCapitalize="none"
          maxLength={40}
          autoFocus={!actionData}
        />
        <p>
          <SubmitButton busyLabel="Signing in…">Sign in</SubmitButton>
        </p>
      </AdminForm>
    </>
  );
}

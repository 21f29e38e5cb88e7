import { data, redirect } from 'react-router';
import type { Route } from './+types/sign-in.ts';
import { signInContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { TextField } from '#admin/frame/fields.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { demoPassword, getDemoEmail, roles } from '#core/staff/model.ts';
import { appContext, visitContext } from '#site/context.ts';
import { findRejectedForm, getFieldProps } from '#site/form-fields.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { goToStepWithForm } from './go-to-step.ts';
import { readNextPath, withNextPath } from './next-path.ts';
import { PasskeyButton } from './passkey-button.tsx';
import {
  isOfOtherPage,
  packUnsent,
  readSignInAnswer,
  readUnsent,
  SendUnsent,
  UnsentField,
  UnsentNote,
} from './unsent-form.tsx';

export const handle: AdminHandle = { isOpen: true };

export async function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(signInContext).actor) throw redirect(readNextPath(request.url), 303);
  const { isFactorRequired } = context.get(appContext).staff;
  const next = readNextPath(request.url);
  const isLate = new URL(request.url).searchParams.has('late');
  return { next, isLate, demoEmails: isFactorRequired ? [] : roles.map(getDemoEmail) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { fields } = context.get(visitContext).form;
  const { signIn } = context.get(appContext).staff;
  const visit = context.get(signInContext);
  const next = readNextPath(request.url);
  if (isOfOtherPage(request.url)) return data({ unsent: packUnsent(fields) }, { status: 401 });
  const { password: _, ...shown } = fields;
  const unsent = readUnsent(fields);
  if (fields['intent'] === 'passkey') {
    const started = await signIn.withPasskey(fields['passkey'] ?? '', visit.request);
    if (!started.ok) return respondRejected(started, shown, { intent: 'passkey' });
    return goToStepWithForm(visit, { kind: 'signed-in', session: started.value }, next, unsent);
  }
  const step = await signIn.withPassword(fields, visit.request);
  return step.ok
    ? goToStepWithForm(visit, step.value, next, unsent)
    : respondRejected(step, shown, { intent: 'password' });
}

/** The login of the back office: a password, and then a factor; or a passkey alone. */
export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { next, isLate, demoEmails } = loaderData;
  if (actionData && 'send' in actionData)
    return <SendUnsent unsent={actionData.send} next={next} />;
  const { answer, unsent } = readSignInAnswer(actionData);
  const rejected = findRejectedForm(answer, 'password');
  const formPath = withNextPath('/admin/login', next);
  return (
    <>
      <title>Sign in | Back office</title>
      <h1>Sign in</h1>
      <UnsentNote unsent={unsent} />
      {isLate && <p role="status">That took too long. Please sign in again.</p>}
      <AdminForm intent="password" rejected={rejected} action={formPath}>
        <UnsentField unsent={unsent} />
        <TextField
          {...getFieldProps('email', rejected)}
          label="Email address"
          type="email"
          required
          autoComplete="username"
          maxLength={254}
          autoFocus={!actionData}
        />
        <TextField
          {...getFieldProps('password', rejected)}
          label="Password"
          type="password"
          required
          autoComplete="current-password"
          maxLength={200}
        />
        <p>
          <SubmitButton busyLabel="Signing in…">Sign in</SubmitButton>
        </p>
      </AdminForm>
      <AdminForm intent="passkey" rejected={findRejectedForm(answer, 'passkey')} action={formPath}>
        <UnsentField unsent={unsent} />
        <PasskeyButton purpose="sign-in">Sign in with a passkey</PasskeyButton>
      </AdminForm>
      <p className="admin-by">
        Forgot your password, or lost your second factor? An owner sends you a link, or resets it.
      </p>
      {demoEmails.length > 0 && (
        <DemoLogins emails={demoEmails} action={formPath} unsent={unsent} />
      )}
    </>
  );
}

/** The demo alone: everybody may try each role. */
function DemoLogins(props: {
  readonly emails: readonly string[];
  readonly action: string;
  readonly unsent: string;
}) {
  return (
    <section className="admin-section">
      <h2>This is a demo</h2>
      <p>
        Its logins have the password <code>{demoPassword}</code>:
      </p>
      <ul className="grid gap-2">
        {props.emails.map((email) => (
          <li key={email}>
            <form method="post" action={props.action}>
              <UnsentField unsent={props.unsent} />
              <input type="hidden" name="intent" value="password" />
              <input type="hidden" name="email" value={email} />
              <input type="hidden" name="password" value={demoPassword} />
              <SubmitButton className="admin-button" busyLabel="Signing in…">
                {email}
              </SubmitButton>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}

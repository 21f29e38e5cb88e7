import { data } from 'react-router';
import type { Route } from './+types/account.ts';
import { signInContext, staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { fieldProps, TextField } from '#admin/frame/fields.tsx';
import { redirectWithMessage } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { roleNames } from '#core/staff/model.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm, readIntent, type RejectedForm } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { changeAccount, accountIntents } from './change-account.ts';
import { NewPasskeyForm, RecoveryCodes } from './factor-forms.tsx';
import { OwnFactorList } from './own-factor-list.tsx';
import { SessionList } from './session-list.tsx';

export const handle: AdminHandle = { verb: 'own-account.change' };

export async function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { session = '' } = context.get(signInContext);
  const { ownFactors, ownAccount } = context.get(appContext).staff;
  const [factors, sessions] = await Promise.all([
    ownFactors.list(actor),
    ownAccount.listSessions(actor, session),
  ]);
  const { name, email, role } = actor;
  return { name, email, role, factors, sessions };
}

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { session = '' } = context.get(signInContext);
  const { fields } = form;
  const intent = readIntent(accountIntents, fields['intent']);
  if (!intent) return respondRejected(unknownForm, fields);
  const { staff } = context.get(appContext);
  const changed = await changeAccount(staff, { actor, session, fields }, intent);
  if (!changed.ok) {
    const { password: _, present: __, ...shown } = fields;
    return respondRejected(changed, shown, { intent });
  }
  const { message, recoveryCodes } = changed.value;
  if (recoveryCodes.length > 0) return data({ recoveryCodes, done: message });
  return redirectWithMessage(context, '/admin/account', message);
}

/** What members of staff see and change of themselves. */
export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, role, factors, sessions } = loaderData;
  const made = actionData && 'recoveryCodes' in actionData ? actionData : undefined;
  const answer = actionData && 'ok' in actionData ? actionData : undefined;
  return (
    <AdminPage title="Your account" facts={`${email} · ${roleNames[role]}`}>
      {answer && answer.intent === undefined && <p role="alert">{answer.message}</p>}
      {made && <RecoveryCodes codes={made.recoveryCodes} done={made.done} />}
      <NameForm name={name} rejected={findRejectedForm(answer, 'name')} />
      <AdminSection title="Second factors">
        <div className="admin-stack">
          <OwnFactorList factors={factors} answer={answer} />
          <p>
            <a className="admin-button" href="/admin/account/app">
              Add an authenticator app
            </a>
          </p>
          <NewPasskeyForm purpose="own" answer={answer} />
        </div>
      </AdminSection>
      <AdminSection title="Password">
        <AdminForm intent="password" rejected={findRejectedForm(answer, 'password')}>
          {renderPasswordFields(findRejectedForm(answer, 'password'))}
        </AdminForm>
      </AdminSection>
      <AdminSection title="Where you are signed in">
        <SessionList
          sessions={sessions}
          answer={answer}
          endMore={{ intent: 'end-others', label: 'End all others' }}
        />
      </AdminSection>
      <p>
        <a href="/admin/shortcuts">Keyboard shortcuts</a>
      </p>
    </AdminPage>
  );
}

/** Called, so that the errors above the form name its fields as it does. */
const renderPasswordFields = (rejected: RejectedForm | undefined) => (
  <>
    <TextField
      name="present"
      error={rejected?.errors['present']?.[0]}
      label="Current password"
      type="password"
      autoComplete="current-password"
      maxLength={200}
    />
    <TextField
      name="password"
      error={rejected?.errors['password']?.[0]}
      label="New password"
      hint="At least 10 characters. Your other sessions end."
      type="password"
      autoComplete="new-password"
      maxLength={200}
    />
    <p>
      <SubmitButton busyLabel="Saving…">Change the password</SubmitButton>
    </p>
  </>
);

const NameForm = (props: {
  readonly name: string;
  readonly rejected: RejectedForm | undefined;
}) => (
  <AdminSection title="Name">
    <AdminForm intent="name" rejected={props.rejected}>
      <TextField
        {...fieldProps('name', props.name, props.rejected)}
        label="Your name"
        autoComplete="name"
        maxLength={120}
      />
      <p>
        <SubmitButton busyLabel="Saving…">Save</SubmitButton>
      </p>
    </AdminForm>
  </AdminSection>
);

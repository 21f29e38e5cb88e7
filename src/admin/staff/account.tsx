import { data } from 'react-router';
import type { Route } from './+types/account.ts';
import { signInContext, staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { fieldProps, TextField } from '#admin/frame/fields.tsx';
import { redirectWithMessage } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { roleNames, type StaffActor } from '#core/staff/model.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm, readIntent, type RejectedForm } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { NewPasskeyForm, RecoveryCodes } from './factor-forms.tsx';
import { OwnFactorList } from './own-factor-list.tsx';
import { SessionList } from './session-list.tsx';
import type { App } from '#core/app.ts';
import { readFieldId } from '#admin/frame/read-id.ts';
import { ok, type Outcome } from '#core/kernel/outcome.model.ts';

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

/** The settings of a member of staff's own account. */
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
      required
      autoComplete="current-password"
      maxLength={200}
    />
    <TextField
      name="password"
      error={rejected?.errors['password']?.[0]}
      label="New password"
      hint="At least 10 characters. Your other sessions end."
      type="password"
      required
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
        required
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

/** The forms of one's own account. */
const accountIntents = [
  'name',
  'password',
  'passkey',
  'recovery-codes',
  'remove-factor',
  'end-session',
  'end-others',
] as const;
type Intent = (typeof accountIntents)[number];

type Request = {
  readonly actor: StaffActor;
  readonly session: string;
  readonly fields: Readonly<Record<string, string>>;
};

type Changed = {
  readonly message: string;
  /** Shown once; empty if none were made. */
  readonly recoveryCodes: readonly string[];
};

/** Does what a form of one's own account asks for. */
async function changeAccount(
  { ownAccount, ownFactors }: App['staff'],
  { actor, session, fields }: Request,
  intent: Intent,
): Promise<Outcome<Changed>> {
  const changes: Readonly<
    Record<Intent, readonly [string, () => Promise<Outcome<readonly string[] | undefined>>]>
  > = {
    name: ['Your name was saved.', () => ownAccount.changeName(actor, fields)],
    password: [
      'Your password was changed. Your other sessions have ended.',
      () => ownAccount.changePassword(actor, session, fields),
    ],
    passkey: ['The passkey was added.', () => ownFactors.addPasskey(actor, fields)],
    'recovery-codes': [
      'You have ten new recovery codes. The old ones do not work any more.',
      () => ownFactors.replaceRecoveryCodes(actor),
    ],
    'remove-factor': [
      'It was removed.',
      () => ownFactors.remove(actor, readFieldId(fields['factor'])),
    ],
    'end-session': [
      'The session has ended.',
      () => ownAccount.endSession(actor, fields['session'] ?? ''),
    ],
    'end-others': [
      'Your other sessions have ended.',
      () => ownAccount.endOtherSessions(actor, session),
    ],
  };
  const [message, change] = changes[intent];
  const changed = await change();
  return changed.ok ? ok({ message, recoveryCodes: changed.value ?? [] }) : changed;
}

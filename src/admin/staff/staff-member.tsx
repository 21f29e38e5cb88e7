import type { Route } from './+types/staff-member.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge, DefinitionList } from '#admin/frame/blocks.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { fieldProps, SelectField } from '#admin/frame/fields.tsx';
import { finishForm, unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import type { App } from '#core/app.ts';
import { describeSending } from '#core/kernel/email-outcome.model.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import {
  roleNames,
  roles,
  type StaffActor,
  type StaffMember,
  type StaffSession,
} from '#core/staff/model.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm, readIntent, type RejectedForm } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { FactorLine } from './own-factor-list.tsx';
import { SessionList } from './session-list.tsx';
import { readId } from '#admin/frame/read-id.ts';

export const handle: AdminHandle = { verb: 'staff.list' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const id = readId(params.id);
  const whole = unwrap(await context.get(appContext).staff.members.get(actor, id));
  return { ...whole, isOwn: id === actor.staffId };
}

const intents = [
  'role',
  'disable',
  'enable',
  'reset-factor',
  'password-link',
  'end-session',
  'end-sessions',
] as const;
type Intent = (typeof intents)[number];

const messages: Readonly<Record<Exclude<Intent, 'password-link'>, string>> = {
  role: 'The role was changed.',
  disable: 'They can’t sign in any more, and their sessions have ended.',
  enable: 'They can sign in again.',
  'reset-factor': 'Their second factors were removed. They set up new ones at the next sign-in.',
  'end-session': 'The session has ended.',
  'end-sessions': 'All of their sessions have ended.',
};

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const intent = readIntent(intents, form.fields['intent']);
  if (!intent) return respondRejected(unknownForm, form.fields);
  const { staff } = context.get(appContext);
  const { role = '', session = '' } = form.fields;
  const target = { id: readId(params.id), role, session };
  const path = `/admin/staff/${target.id}`;
  if (intent === 'password-link') {
    const sent = await staff.invitations.sendPasswordLink(actor, target.id);
    const message = sent.ok ? describeSending('The link for a new password', sent.value) : '';
    return finishForm(context, sent, { path, message, intent });
  }
  const done = await change(staff.members, actor, target, intent);
  return finishForm(context, done, { path, message: messages[intent], intent });
}

function change(
  members: App['staff']['members'],
  actor: StaffActor,
  { id, role, session }: { readonly id: number; readonly role: string; readonly session: string },
  intent: Exclude<Intent, 'password-link'>,
): Promise<Outcome<undefined>> {
  const changes: Readonly<Record<typeof intent, () => Promise<Outcome<undefined>>>> = {
    role: () => members.changeRole(actor, id, role),
    disable: () => members.disable(actor, id),
    enable: () => members.enable(actor, id),
    'reset-factor': () => members.resetFactors(actor, id),
    'end-session': () => members.endSessions(actor, id, session),
    'end-sessions': () => members.endSessions(actor, id),
  };
  return changes[intent]();
}

/** One member of staff: their role, their factors, and whether they may sign in. */
export default function StaffMemberPage({ loaderData, actionData }: Route.ComponentProps) {
  const { member, factors } = loaderData;
  const otherRefusal = actionData?.intent === 'role' ? undefined : actionData?.message;
  return (
    <AdminPage
      title={member.name}
      back={{ label: 'Staff', href: '/admin/staff' }}
      facts={
        member.disabledAt ? <Badge tone="bad">Disabled</Badge> : <Badge tone="good">Active</Badge>
      }
      actions={<a href={`/admin/audit?staff=${member.id}`}>What they did</a>}
    >
      {otherRefusal && (
        <p role="alert" className="error">
          {otherRefusal}
        </p>
      )}
      <DefinitionList
        rows={[
          ['Email address', member.email],
          ['Here since', <Time key="since" at={member.createdAt} />],
          ['Last seen', member.lastSeenAt ? <Time key="seen" at={member.lastSeenAt} /> : 'Never'],
        ]}
      />
      <RoleForm member={member} rejected={findRejectedForm(actionData, 'role')} />
      <AdminSection title="Second factors">
        {factors.length === 0 && <p>None yet: they set one up when they sign in.</p>}
        <ul className="admin-rows">
          {factors.map((factor) => (
            <li key={factor.id}>
              <FactorLine factor={factor} />
            </li>
          ))}
        </ul>
      </AdminSection>
      <AdminSection title="Sessions">
        <Sessions {...loaderData} />
      </AdminSection>
      <AdminSection title="Signing in">
        <SignInActions member={member} />
      </AdminSection>
    </AdminPage>
  );
}

/** Where they are signed in; one's own sessions are ended on one's own page. */
function Sessions({
  sessions,
  isOwn,
}: {
  readonly sessions: readonly StaffSession[];
  readonly isOwn: boolean;
}) {
  if (isOwn)
    return (
      <p>
        You end your own sessions in <a href="/admin/account">your account</a>.
      </p>
    );
  if (sessions.length === 0) return <p>They are signed in nowhere.</p>;
  const endMore = { intent: 'end-sessions', label: 'End all of them' };
  return <SessionList sessions={sessions} answer={undefined} endMore={endMore} />;
}

function SignInActions({ member }: { readonly member: StaffMember }) {
  if (member.disabledAt)
    return (
      <AdminForm intent="enable" rejected={undefined}>
        <SubmitButton busyLabel="Enabling…">Let them sign in again</SubmitButton>
      </AdminForm>
    );
  return (
    <div className="admin-actions">
      <Confirmed
        intent="password-link"
        title="Send a link for a new password?"
        label="Send a password link"
      >
        They choose a new password with it, and still need their second factor.
      </Confirmed>
      <Confirmed intent="reset-factor" title="Remove their factors?" label="Reset the factors">
        Do this only if you are sure that they have lost them. Their sessions end, and at the next
        sign-in the password alone lets them set up new ones.
      </Confirmed>
      <Confirmed intent="disable" title={`Disable ${member.name}?`} label="Disable">
        Their sessions end with the next request. What they did stays in the audit log.
      </Confirmed>
    </div>
  );
}

const Confirmed = (props: {
  readonly intent: Intent;
  readonly title: string;
  readonly label: string;
  readonly children: string;
}) => (
  <ConfirmDialog
    id={`confirm-${props.intent}`}
    title={props.title}
    openLabel={props.label}
    isDangerous={props.intent !== 'password-link'}
  >
    <p>{props.children}</p>
    <AdminForm intent={props.intent} rejected={undefined}>
      <SubmitButton busyLabel="One moment…">{props.label}</SubmitButton>
    </AdminForm>
  </ConfirmDialog>
);

const RoleForm = (props: {
  readonly member: StaffMember;
  readonly rejected: RejectedForm | undefined;
}) => (
  <AdminSection title="Role">
    <AdminForm intent="role" rejected={props.rejected}>
      <SelectField
        {...fieldProps('role', props.member.role, props.rejected)}
        label="Role"
        options={roles.map((role) => [role, roleNames[role]])}
      />
      <p>
        <SubmitButton busyLabel="Saving…">Change the role</SubmitButton>
      </p>
    </AdminForm>
  </AdminSection>
);

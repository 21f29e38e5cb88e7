import type { Route } from './+types/staff-list.ts';
import { readFieldId } from '#admin/frame/read-id.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { SelectField, TextField } from '#admin/frame/fields.tsx';
import { FilterBar, SelectFilter, TextFilter } from '#admin/frame/filter-bar.tsx';
import { List } from '#admin/frame/list.tsx';
import { readListAddress, type ListAddress } from '#admin/frame/list-address.ts';
import type { Column } from '#admin/frame/list-table.tsx';
import { finishForm, unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { describeSending } from '#core/kernel/email-outcome.model.ts';
import {
  roleNames,
  roles,
  type StaffInvitation,
  type StaffMember,
  type Factor,
} from '#core/staff/model.ts';
import { appContext } from '#site/context.ts';
import {
  findRejectedForm,
  getFieldProps,
  readIntent,
  type RejectedForm,
} from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

export const handle: AdminHandle = { verb: 'staff.list' };

const options = {
  filters: { role: roles, state: ['active', 'disabled'], q: 'text' },
  sorts: ['name'],
  defaultSort: 'name',
} as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const list = readListAddress(request.url, options);
  const { role, state, q: text } = list.filters;
  const listed = await context.get(appContext).staff.members.list(actor, {
    role: roles.find((known) => known === role),
    text,
    isDisabled: state === undefined ? undefined : state === 'disabled',
  });
  const { rows, invitations } = unwrap(listed);
  return { list, rows, invitations };
}

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { invitations } = context.get(appContext).staff;
  const { fields } = form;
  const path = '/admin/staff';
  const intent = readIntent(['invite', 'revoke'], fields['intent']);
  if (intent === undefined) return respondRejected(unknownForm, fields);
  if (intent === 'revoke') {
    const revoked = await invitations.revoke(actor, readFieldId(fields['invitation']));
    const message = 'The invitation no longer works.';
    return finishForm(context, revoked, { path, message, intent });
  }
  const invited = await invitations.invite(actor, fields);
  const what = `The invitation to ${fields['email'] ?? ''}`;
  const message = invited.ok ? describeSending(what, invited.value) : '';
  return finishForm(context, invited, { path, message, intent });
}

const columns: readonly Column<StaffMember>[] = [
  { key: 'name', label: 'Name', isMain: true, render: ({ name }) => name },
  { key: 'email', label: 'Email address', render: ({ email }) => email },
  { key: 'role', label: 'Role', render: ({ role }) => role },
  { key: 'factors', label: 'Second factor', render: describeFactors },
  {
    key: 'seen',
    label: 'Last seen',
    render: ({ lastSeenAt }) => (lastSeenAt ? <Time at={lastSeenAt} /> : 'Never'),
  },
  {
    key: 'state',
    label: 'State',
    render: ({ disabledAt }) =>
      disabledAt ? <Badge tone="bad">Disabled</Badge> : <Badge tone="good">Active</Badge>,
  },
];

/** Who works in the back office, and who is invited. */
export default function StaffList({ loaderData, actionData }: Route.ComponentProps) {
  const { list, rows, invitations } = loaderData;
  return (
    <AdminPage title="Staff">
      <StaffFilters list={list} />
      <List
        list={list}
        page={{ rows, total: rows.length, isTotalCapped: false }}
        noun={['person', 'people']}
        columns={columns}
        rowKey={({ id }) => String(id)}
        href={({ id }) => `/admin/staff/${id}`}
        empty={<p>Nobody works here yet.</p>}
      />
      <Invitations invitations={invitations} refusal={findRejectedForm(actionData, 'revoke')} />
      <InviteForm rejected={findRejectedForm(actionData, 'invite')} />
    </AdminPage>
  );
}

type InvitationsProps = {
  readonly invitations: readonly StaffInvitation[];
  readonly refusal: RejectedForm | undefined;
};

function Invitations({ invitations, refusal }: InvitationsProps) {
  if (invitations.length === 0) return null;
  return (
    <AdminSection title="Open invitations">
      {refusal && <p role="alert">{refusal.message}</p>}
      <ul className="admin-rows">
        {invitations.map(({ id, email, role, expiresAt }) => (
          <li key={id}>
            <span>
              <b>{email}</b>, {role}, until <Time at={expiresAt} />
            </span>
            <AdminForm intent="revoke" rejected={undefined} className="">
              <input type="hidden" name="invitation" value={id} />
              <SubmitButton className="admin-button" busyLabel="Withdrawing…">
                Withdraw
              </SubmitButton>
            </AdminForm>
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}

const StaffFilters = ({ list }: { readonly list: ListAddress }) => (
  <FilterBar list={list}>
    <TextFilter list={list} name="q" label="Name or email" />
    <SelectFilter
      list={list}
      name="role"
      label="Role"
      options={roles.map((role) => [role, role])}
    />
    <SelectFilter
      list={list}
      name="state"
      label="State"
      options={[
        ['active', 'Active'],
        ['disabled', 'Disabled'],
      ]}
    />
  </FilterBar>
);

const InviteForm = ({ rejected }: { readonly rejected: RejectedForm | undefined }) => (
  <AdminSection title="Invite somebody">
    <AdminForm intent="invite" rejected={rejected}>
      <TextField
        required
        {...getFieldProps('email', rejected)}
        label="Email address"
        type="email"
        autoComplete="off"
        maxLength={254}
      />
      <SelectField
        required
        {...getFieldProps('role', rejected)}
        label="Role"
        noneLabel="Choose a role"
        options={roles.map((role) => [role, roleNames[role]])}
      />
      <p>
        <SubmitButton busyLabel="Inviting…">Send the invitation</SubmitButton>
      </p>
    </AdminForm>
  </AdminSection>
);

const factorNames: Readonly<Record<Factor['kind'], string>> = {
  passkey: 'Passkey',
  totp: 'App',
  recovery: 'Recovery codes',
};

/** "Passkey, App", or that there is none. */
function describeFactors({ factors }: StaffMember): string {
  return factors.map((kind) => factorNames[kind]).join(', ') || 'None';
}

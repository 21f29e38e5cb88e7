import { data } from 'react-router';
import type { Route } from './+types/invitation.ts';
import { signInContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { TextField } from '#admin/frame/fields.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { roleNames } from '#core/staff/model.ts';
import { appContext, visitContext } from '#site/context.ts';
import { getFieldProps } from '#site/form-fields.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { goToStep } from './go-to-step.ts';

export const handle: AdminHandle = { isOpen: true };

export async function loader({ context, params }: Route.LoaderArgs) {
  const invitation = await context.get(appContext).staff.invitations.find(params.secret);
  const { siteName } = await context.get(appContext).store.getSiteInfo();
  return data({ invitation, siteName }, { status: invitation ? 200 : 404 });
}

export async function action({ context, params }: Route.ActionArgs) {
  const { fields } = context.get(visitContext).form;
  const visit = context.get(signInContext);
  const { invitations } = context.get(appContext).staff;
  const step = await invitations.accept(params.secret, fields, visit.request);
  if (step.ok) return goToStep(visit, step.value, '/admin');
  const { password: _, ...shown } = fields;
  return respondRejected(step, shown);
}

/** Where an invitation's link leads: a name and a password, or a new password alone. */
export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { invitation, siteName } = loaderData;
  if (!invitation)
    return (
      <>
        <title>Invitation | Back office</title>
        <h1>This link no longer works</h1>
        <p>
          It has expired or was already used. Ask an owner of {siteName} for another one, or{' '}
          <a href="/admin/login">sign in</a>.
        </p>
      </>
    );
  const isNew = invitation.name === undefined;
  const heading = isNew ? `Join ${siteName}` : 'Choose a new password';
  return (
    <>
      <title>{`${heading} | Back office`}</title>
      <h1>{heading}</h1>
      <p>
        For {invitation.email}. {isNew && roleNames[invitation.role]}
      </p>
      <AdminForm intent="accept" rejected={actionData}>
        {isNew && (
          <TextField
            {...getFieldProps('name', actionData)}
            label="Your name"
            required
            autoComplete="name"
            maxLength={120}
          />
        )}
        <input type="hidden" name="username" autoComplete="username" value={invitation.email} />
        <TextField
          {...getFieldProps('password', actionData)}
          label="Password"
          hint="At least 10 characters."
          type="password"
          required
          autoComplete="new-password"
          maxLength={200}
        />
        <p>
          <SubmitButton busyLabel="Saving…">{isNew ? 'Join' : 'Save the password'}</SubmitButton>
        </p>
      </AdminForm>
    </>
  );
}

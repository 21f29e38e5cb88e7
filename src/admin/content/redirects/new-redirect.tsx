import type { Route } from './+types/new-redirect.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { redirectWithMessage } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { describeWritten, RedirectForm } from './redirect-form.tsx';

export const handle: AdminHandle = { verb: 'redirect.edit' };

const listPath = '/admin/content/redirects';

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const created = await context.get(appContext).redirects.create(actor, form.fields);
  return created.ok
    ? redirectWithMessage(context, listPath, describeWritten(created.value))
    : respondRejected(created, form.fields);
}

/** A form for a redirect that does not exist yet. */
export default function NewRedirect({ actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="New redirect" back={{ label: 'Redirects', href: listPath }}>
      <RedirectForm rejected={actionData} />
    </AdminPage>
  );
}

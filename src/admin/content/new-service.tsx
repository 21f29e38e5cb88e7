import type { Route } from './+types/new-service.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { finishForm } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { ServiceForm } from './service-fields.tsx';

export const handle: AdminHandle = { verb: 'service.edit' };

export function loader({ context }: Route.LoaderArgs) {
  const { actor, form } = context.get(staffContext);
  const { content } = context.get(appContext);
  return { tree: content.body.read(form.fields['description'] ?? ''), staffId: actor.staffId };
}

export async function action({ context }: Route.ActionArgs) {
  const { serviceEditing } = context.get(appContext).content;
  const { actor, form } = context.get(staffContext);
  const created = await serviceEditing.create(actor, form.fields);
  const message = 'The service was added.';
  return finishForm(context, created, { path: '/admin/services', message });
}

/** A form for a service that does not exist yet. */
export default function NewService({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="New service" back={{ label: 'Services', href: '/admin/services' }}>
      <ServiceForm service={undefined} {...loaderData} rejected={actionData} />
    </AdminPage>
  );
}

import type { Route } from './+types/new-industry.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { finishForm } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { IndustryForm } from './industry-form.tsx';

export const handle: AdminHandle = { verb: 'industry.edit' };

export async function action({ context }: Route.ActionArgs) {
  const { industryEditing } = context.get(appContext).catalogue;
  const { actor, form } = context.get(staffContext);
  const created = await industryEditing.create(actor, form.fields);
  const message = `${form.fields['name']} was added.`;
  return finishForm(context, created, { path: '/admin/industries', message });
}

/** A form for an industry that does not exist yet. */
export default function NewIndustry({ actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="Add an industry" back={{ label: 'Industries', href: '/admin/industries' }}>
      <IndustryForm industry={undefined} rejected={actionData} />
    </AdminPage>
  );
}

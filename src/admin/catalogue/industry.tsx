import type { Route } from './+types/industry.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { readId } from '#admin/frame/read-id.ts';
import { finishForm, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { paths } from '#src/paths.ts';
import { appContext } from '#site/context.ts';
import { formatCount } from '#ui/format.ts';
import { IndustryForm } from './industry-form.tsx';

export const handle: AdminHandle = { verb: 'industry.edit' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { industryEditing } = context.get(appContext).catalogue;
  const { actor } = context.get(staffContext);
  return { industry: unwrap(await industryEditing.get(actor, readId(params.id))) };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { industryEditing } = context.get(appContext).catalogue;
  const { actor, form } = context.get(staffContext);
  const changed = await industryEditing.change(actor, readId(params.id), form.fields);
  const message = `${form.fields['name']} was saved.`;
  return finishForm(context, changed, { path: '/admin/industries', message });
}

/** One industry: what the site calls it, and what search engines are told. */
export default function EditIndustry({ loaderData, actionData }: Route.ComponentProps) {
  const { industry } = loaderData;
  return (
    <AdminPage
      title={industry.name}
      back={{ label: 'Industries', href: '/admin/industries' }}
      facts={formatCount(industry.publishedReports, 'published report')}
      actions={
        <a className="admin-button" href={paths.industry(industry.slug)}>
          View on the site
        </a>
      }
    >
      <IndustryForm industry={industry} rejected={actionData} />
    </AdminPage>
  );
}

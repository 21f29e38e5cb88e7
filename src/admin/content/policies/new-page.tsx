import type { Route } from './+types/new-page.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { finishForm } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { PageFields } from './page-fields.tsx';

export const handle: AdminHandle = { verb: 'policy.publish' };

const listPath = '/admin/content/policies';

export async function loader({ context }: Route.LoaderArgs) {
  const { version, settings } = await context.get(appContext).store.getSettingsInForce();
  return { version, groups: settings.navigation.footer.map(({ title }) => title) };
}

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  if (form.fields['intent'] !== 'add') return respondRejected(unknownForm, form.fields);
  const added = await context.get(appContext).policies.pages.add(actor, form.fields);
  const path = added.ok ? `${listPath}/${added.value}` : listPath;
  return finishForm(context, added, { path, message: 'The page was added. Publish its text.' });
}

/** A form for a policy page that does not exist yet. */
export default function NewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { version, groups } = loaderData;
  return (
    <AdminPage title="New page" back={{ label: 'Policies', href: listPath }}>
      <AdminForm intent="add" rejected={actionData} idPrefix="page-">
        <input type="hidden" name="revision" value={version} />
        <PageFields page={undefined} footer={{ groups, place: undefined }} rejected={actionData} />
        <div className="admin-buttons">
          <SubmitButton busyLabel="Adding…">Add the page</SubmitButton>
          <a href={listPath}>Cancel</a>
        </div>
      </AdminForm>
    </AdminPage>
  );
}

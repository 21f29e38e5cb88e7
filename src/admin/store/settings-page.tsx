import { data } from 'react-router';
import type { Route } from './+types/settings-page.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { redirectWithMessage } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import {
  nameLicenceErrors,
  pageTitles,
  readSettings,
  settingsPages,
  type SettingsPage,
} from './settings-forms.ts';
import { settingsFields } from './settings-fields.tsx';

export const handle: AdminHandle = { verb: 'settings.edit' };

function readPage(name: string): SettingsPage {
  const page = settingsPages.find((one) => one === name);
  if (!page) throw data(null, { status: 404 });
  return page;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = readPage(params.page);
  return { page, settings: await context.get(appContext).store.getSettings() };
}

export async function action({ context, params }: Route.ActionArgs) {
  const page = readPage(params.page);
  const { actor, form } = context.get(staffContext);
  const { store } = context.get(appContext);
  const { fields } = form;
  const changes = readSettings[page](fields, await store.getSettings());
  const changed = await store.changeSettings(actor, changes);
  if (changed.ok) return redirectWithMessage(context, '/admin/settings', 'The settings are saved.');
  const errors = nameLicenceErrors(changed.errors ?? {}, fields);
  return respondRejected({ ...changed, errors }, fields);
}

/** One part of the store's settings. */
export default function EditSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { page, settings } = loaderData;
  return (
    <AdminPage title={pageTitles[page]} back={{ label: 'Settings', href: '/admin/settings' }}>
      <AdminForm intent="save" rejected={actionData}>
        {settingsFields[page](settings, actionData)}
        <div className="admin-buttons">
          <SubmitButton busyLabel="Saving…">Save</SubmitButton>
          <a href="/admin/settings">Cancel</a>
        </div>
      </AdminForm>
    </AdminPage>
  );
}

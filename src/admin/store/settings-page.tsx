import { data } from 'react-router';
import type { Route } from './+types/settings-page.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { pageTitles, readSettings, settingsPages, type SettingsPage } from './settings-forms.ts';
import { SettingsForm } from './settings-form.tsx';
import { settingsFields } from './settings-fields.tsx';
import { loadSettings, saveSettings, type SettingsPart } from './settings-part.ts';

export const handle: AdminHandle = { verb: 'settings.edit' };

const listPath = '/admin/settings';

function readPage(name: string): SettingsPage {
  const page = settingsPages.find((one) => one === name);
  if (!page) throw data(null, { status: 404 });
  return page;
}

/** The part of the settings that a page shows. */
const createPart = (page: SettingsPage): SettingsPart => ({
  title: pageTitles[page],
  renderFields: settingsFields[page],
  read: readSettings[page],
  listRows: () => (page === 'licences' ? ['licences'] : []),
  showValues: {
    'tax.rates': () => undefined,
    'tax.kind': (kind) => (kind === 'none' ? 'No tax is charged' : 'A tax is charged'),
  },
});

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = readPage(params.page);
  return { page, inForce: await loadSettings(context, createPart(page)) };
}

export const action = ({ context, params }: Route.ActionArgs) =>
  saveSettings(context, createPart(readPage(params.page)), listPath);

/** One part of the store's settings. */
export default function EditSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { page, inForce } = loaderData;
  const part = createPart(page);
  return (
    <AdminPage title={part.title} back={{ label: 'Settings', href: listPath }}>
      <SettingsForm part={part} inForce={inForce} rejected={actionData} path={listPath} />
    </AdminPage>
  );
}

import { data } from 'react-router';
import type { Route } from './+types/site-part.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { SettingsForm } from '#admin/store/settings-form.tsx';
import { loadSettings, saveSettings, type SettingsPart } from '#admin/store/settings-part.ts';
import { findByName } from '#site/form-fields.ts';
import { appContext } from '#site/context.ts';
import { siteParts } from './site-parts.ts';

export const handle: AdminHandle = { verb: 'site.edit' };

const listPath = '/admin/content/site';

function readPart(name: string): SettingsPart {
  const part = findByName(siteParts, name);
  if (!part) throw data(null, { status: 404 });
  return part;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const inForce = await loadSettings(context, readPart(params.part));
  // What was typed stays in the editor if the form was refused.
  const typed = context.get(staffContext).form.fields['about.html'];
  const { content } = context.get(appContext);
  const tree = content.body.read(typed ?? inForce.settings.about.html);
  return { inForce, tree: params.part === 'about' ? tree : [] };
}

export const action = ({ context, params }: Route.ActionArgs) =>
  saveSettings(context, readPart(params.part), listPath);

/** One part of what the site says of its publisher. */
export default function SitePart({ params, loaderData, actionData }: Route.ComponentProps) {
  const part = readPart(params.part);
  return (
    <AdminPage title={part.title} back={{ label: 'Site', href: listPath }}>
      <SettingsForm part={part} {...loaderData} rejected={actionData} path={listPath} />
    </AdminPage>
  );
}

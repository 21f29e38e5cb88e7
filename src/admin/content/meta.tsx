import { data } from 'react-router';
import type { Route } from './+types/meta.ts';
import { pageNames, type PageName } from '#core/content/model.ts';
import type { StoreSettings } from '#core/store/settings.model.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { fieldProps, TextAreaField, TextField } from '#admin/frame/fields.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { SettingsForm } from '#admin/store/settings-form.tsx';
import { loadSettings, saveSettings, type SettingsPart } from '#admin/store/settings-part.ts';
import type { FieldValues, RejectedForm } from '#site/form-fields.ts';
import { visitContext } from '#site/context.ts';
import { fixedPages } from './fixed-pages.ts';
import { SearchResult } from './search-result.tsx';

export const handle: AdminHandle = { verb: 'site.edit' };

const listPath = '/admin/content/metas';
/** Search engines cut what is longer. */
const shownTitle = 60;
const shownDescription = 155;

function readName(text: string): PageName {
  const name = pageNames.find((one) => one === text);
  if (!name) throw data(null, { status: 404 });
  return name;
}

/** The settings of one page's title, which is removed if all fields are empty. */
const createPart = (name: PageName, origin: string): SettingsPart => ({
  title: fixedPages[name].label,
  renderFields: (settings, rejected) => renderMeta({ name, origin, settings, rejected }),
  read: (fields, { metas }) => {
    const { [name]: _, ...others } = metas;
    const meta = readMeta(fields, name);
    const isEmpty = Object.values(meta).every((text) => text === '');
    return { metas: isEmpty ? others : { ...others, [name]: meta } };
  },
});

const readMeta = (fields: FieldValues, name: PageName) => {
  const read = (field: string) => fields[`metas.${name}.${field}`]?.trim() ?? '';
  return { title: read('title'), description: read('description'), keywords: read('keywords') };
};

export async function loader({ context, params }: Route.LoaderArgs) {
  const name = readName(params.page);
  const { origin } = context.get(visitContext);
  const inForce = await loadSettings(context, createPart(name, origin));
  return { name, origin, inForce };
}

export const action = ({ context, params }: Route.ActionArgs) => {
  const { origin } = context.get(visitContext);
  return saveSettings(context, createPart(readName(params.page), origin), listPath);
};

/** The title and description of one page for search engines. */
export default function EditMeta({ loaderData, actionData }: Route.ComponentProps) {
  const { name, origin, inForce } = loaderData;
  const part = createPart(name, origin);
  return (
    <AdminPage title={part.title} back={{ label: 'Page titles', href: listPath }}>
      <SettingsForm part={part} inForce={inForce} rejected={actionData} path={listPath} />
    </AdminPage>
  );
}

function renderMeta(props: {
  readonly name: PageName;
  readonly origin: string;
  readonly settings: StoreSettings;
  readonly rejected: RejectedForm | undefined;
}) {
  const { name, origin, settings, rejected } = props;
  const meta = settings.metas[name];
  const title = fieldProps(`metas.${name}.title`, meta?.title, rejected);
  const description = fieldProps(`metas.${name}.description`, meta?.description, rejected);
  return (
    <>
      <TextField
        {...title}
        label="Title"
        hint={
          `Search engines show about ${shownTitle} characters. If all three fields are ` +
          'empty, the page’s own are used.'
        }
        data-ideal-length={shownTitle}
        maxLength={200}
      />
      <TextAreaField
        {...description}
        label="Description"
        hint={`About ${shownDescription} characters are shown.`}
        data-ideal-length={shownDescription}
        rows={3}
        maxLength={500}
      />
      <TextField
        {...fieldProps(`metas.${name}.keywords`, meta?.keywords, rejected)}
        label="Keywords"
        maxLength={500}
      />
      <SearchResult
        address={origin + fixedPages[name].path}
        title={{
          text: title.defaultValue || settings.name,
          fields: [title.name],
          otherwise: settings.name,
        }}
        description={{ text: description.defaultValue ?? '', fields: [description.name] }}
      />
    </>
  );
}

import type { Route } from './+types/navigation.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { fieldProps, TextField } from '#admin/frame/fields.tsx';
import { readRows } from '#admin/frame/form-rows.ts';
import { RowFields } from '#admin/frame/row-fields.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { SettingsForm } from '#admin/store/settings-form.tsx';
import { loadSettings, saveSettings, type SettingsPart } from '#admin/store/settings-part.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import type { FieldValues, RejectedForm } from '#site/form-fields.ts';
import type { NavigationLink } from '#core/store/navigation.model.ts';
import type { StoreSettings } from '#core/store/settings.model.ts';

export const handle: AdminHandle = { verb: 'navigation.edit' };

const path = '/admin/content/navigation';

const readLinks = (fields: FieldValues, rows: string) =>
  readRows(fields, rows).map(({ label = '', href = '' }) => ({ label, href: href.trim() }));

const navigation: SettingsPart = {
  title: 'Navigation',
  renderFields: (settings, rejected) => renderNavigation({ settings, rejected }),
  listRows: (fields) => [
    'navigation.header',
    ...readRows(fields, 'navigation.footer').map((_, place) => `navigation.footer.${place}.links`),
    'navigation.footer',
  ],
  read: (fields) => ({
    navigation: {
      header: readLinks(fields, 'navigation.header'),
      footer: readRows(fields, 'navigation.footer').map(({ title }, place) => ({
        title,
        links: readLinks(fields, `navigation.footer.${place}.links`),
      })),
    },
  }),
};

export async function loader({ context }: Route.LoaderArgs) {
  const { findStatus } = context.get(staffContext);
  const inForce = await loadSettings(context, navigation);
  const { header, footer } = inForce.settings.navigation;
  const links = [...header, ...footer.flatMap((group) => group.links)];
  const inner = links.filter(({ href }) => href.startsWith('/'));
  const checked = await Promise.all(
    inner.map(async (link) => ({ ...link, status: await findStatus(link.href) })),
  );
  return { inForce, dead: checked.filter(({ status }) => status >= 400) };
}

export async function action({ context }: Route.ActionArgs) {
  const { fields } = context.get(staffContext).form;
  // The form of an empty navigation has no other field: another form must not empty it.
  const isOwn = fields['intent'] === 'save' || Object.keys(fields).some((name) => isRow.test(name));
  return isOwn ? saveSettings(context, navigation, path) : respondRejected(unknownForm, fields);
}

const isRow = /^navigation\./;

/** The links of header and footer. */
export default function Navigation({ loaderData, actionData }: Route.ComponentProps) {
  const { inForce, dead } = loaderData;
  return (
    <AdminPage title="Navigation">
      {dead.length > 0 && (
        <div className="admin-warning" role="note">
          <p>
            <b>These links lead to no page:</b>
          </p>
          <ul>
            {dead.map(({ label, href }) => (
              <li key={`${label} ${href}`}>
                {label}: <code>{href}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      <SettingsForm part={navigation} inForce={inForce} rejected={actionData} path={path} />
    </AdminPage>
  );
}

type FieldsProps = {
  readonly settings: StoreSettings;
  readonly rejected: RejectedForm | undefined;
};

const renderNavigation = ({ settings: { navigation: stored }, rejected }: FieldsProps) => (
  <>
    <LinkRows
      path="navigation.header"
      legend="Header"
      hint="After Home and the industries menu."
      stored={stored.header}
      max={7}
      rejected={rejected}
    />
    <RowFields
      path="navigation.footer"
      legend="Footer"
      noun="group"
      stored={stored.footer}
      rejected={rejected}
      max={4}
    >
      {(field, place, group) => {
        const title = field('title', 'Title of the group');
        return (
          <div className="admin-form-group">
            <TextField {...title} {...fieldProps(title.name, group?.title, rejected)} />
            <LinkRows
              path={`navigation.footer.${place}.links`}
              legend="Links"
              stored={group?.links ?? []}
              max={12}
              rejected={rejected}
            />
          </div>
        );
      }}
    </RowFields>
  </>
);

function LinkRows(props: {
  readonly path: string;
  readonly legend: string;
  readonly hint?: string;
  readonly stored: readonly NavigationLink[];
  readonly max: number;
  readonly rejected: RejectedForm | undefined;
}) {
  return (
    <RowFields noun="link" {...props}>
      {(field) => (
        <>
          <TextField {...field('label', 'Label')} maxLength={60} />
          <TextField {...field('href', 'Address')} placeholder="/about" maxLength={500} />
        </>
      )}
    </RowFields>
  );
}

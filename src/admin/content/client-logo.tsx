import type { Route } from './+types/client-logo.ts';
import { CheckboxField, fieldProps, TextField } from '#admin/frame/fields.tsx';
import { PictureField } from '#admin/frame/picture-field.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm } from '#site/form-fields.ts';
import { actOnEntry, loadEntry } from './entry-actions.ts';
import { EntryPage, isChecked, listBox } from './entry-page.tsx';

export const handle: AdminHandle = { verb: 'logo.edit' };

const listPath = '/admin/content/logos';

export const loader = (args: Route.LoaderArgs) =>
  loadEntry(args.context.get(appContext).content.clientLogoEditing, args);

export const action = (args: Route.ActionArgs) =>
  actOnEntry(args.context.get(appContext).content.clientLogoEditing, args, listPath);

/** One client. */
export default function EditClientLogo({ loaderData, actionData }: Route.ComponentProps) {
  const { entry, staffId, mayDelete } = loaderData;
  const saving = findRejectedForm(actionData, 'save');
  return (
    <EntryPage
      entry={entry}
      title={entry?.name ?? 'New client'}
      back={{ label: 'Client logos', href: listPath }}
      fields={[
        ['name', 'Name', entry?.name],
        ['image', 'Logo', entry?.image],
        listBox('isSample', 'Sample', entry?.isSample ?? false),
      ]}
      staffId={staffId}
      mayDelete={mayDelete}
      rejected={actionData}
    >
      <TextField
        {...fieldProps('name', entry?.name, saving)}
        label="Name"
        required
        maxLength={120}
        hint="Shown where there is no logo, and read to readers who can’t see it."
      />
      <PictureField {...fieldProps('image', entry?.image, saving)} label="Logo" />
      <CheckboxField
        name="isSample"
        label="Sample: marked as invented wherever it is shown"
        defaultChecked={isChecked('isSample', entry?.isSample, saving)}
      />
    </EntryPage>
  );
}

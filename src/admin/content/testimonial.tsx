import type { Route } from './+types/testimonial.ts';
import type { EditedEntry } from '#core/content/entry.model.ts';
import type { RevisionField } from '#admin/frame/form-revision.tsx';
import { CheckboxField, fieldProps, TextAreaField, TextField } from '#admin/frame/fields.tsx';
import { PictureField } from '#admin/frame/picture-field.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm } from '#site/form-fields.ts';
import { actOnEntry, loadEntry } from './entry-actions.ts';
import { EntryPage, isChecked, listBox } from './entry-page.tsx';

export const handle: AdminHandle = { verb: 'testimonial.edit' };

const listPath = '/admin/content/testimonials';

export const loader = (args: Route.LoaderArgs) =>
  loadEntry(args.context.get(appContext).content.testimonialEditing, args);

export const action = (args: Route.ActionArgs) =>
  actOnEntry(args.context.get(appContext).content.testimonialEditing, args, listPath);

const listFields = (entry: EditedEntry<'testimonial'> | undefined): RevisionField[] => [
  ['name', 'Name', entry?.name],
  ['designation', 'Position and company', entry?.designation],
  ['description', 'What they say', entry?.description],
  ['image', 'Portrait', entry?.image],
  listBox('isSample', 'Sample', entry?.isSample ?? false),
];

/** The testimonial of one reader. */
export default function EditTestimonial({ loaderData, actionData }: Route.ComponentProps) {
  const { entry, staffId, mayDelete } = loaderData;
  const saving = findRejectedForm(actionData, 'save');
  const field = (name: 'name' | 'designation' | 'description' | 'image') =>
    fieldProps(name, entry?.[name], saving);
  return (
    <EntryPage
      entry={entry}
      title={entry?.name ?? 'New testimonial'}
      back={{ label: 'Testimonials', href: listPath }}
      fields={listFields(entry)}
      staffId={staffId}
      mayDelete={mayDelete}
      rejected={actionData}
    >
      <TextField {...field('name')} label="Name" required maxLength={120} />
      <TextField
        {...field('designation')}
        label="Position and company"
        required
        maxLength={200}
        hint="As they agreed to be named."
      />
      <TextAreaField
        {...field('description')}
        label="What they say"
        required
        maxLength={2000}
        rows={6}
        hint="Plain text, without quotation marks."
      />
      <PictureField
        {...field('image')}
        label="Portrait"
        hint="The name beside it says whom it shows."
      />
      <CheckboxField
        name="isSample"
        label="Sample: marked as invented wherever it is shown"
        defaultChecked={isChecked('isSample', entry?.isSample, saving)}
      />
    </EntryPage>
  );
}

import type { RichText } from '#core/catalogue/rich-text/rich-text.model.ts';
import type { EditedService, Service } from '#core/content/model.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { FormRevision, listText } from '#admin/frame/form-revision.tsx';
import { fieldProps, TextField } from '#admin/frame/fields.tsx';
import { PictureField } from '#admin/frame/picture-field.tsx';
import { RichTextField } from '#admin/frame/rich-text-field.tsx';
import type { RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

/** The form of a service; without one, of a new one. */
export function ServiceForm(props: {
  readonly service: EditedService | undefined;
  /** The text that the editor begins with. */
  readonly tree: RichText;
  /** The saved text without its formatting; nothing of a new one. */
  readonly savedText?: string | undefined;
  readonly staffId: number;
  readonly rejected: RejectedForm | undefined;
}) {
  const { service, tree, savedText, staffId, rejected } = props;
  const field = (name: Exclude<keyof Service, 'id'>) => fieldProps(name, service?.[name], rejected);
  return (
    <AdminForm intent={service ? 'change' : 'create'} rejected={rejected} keepsTextOf={staffId}>
      {service && (
        <FormRevision
          revision={service.revision}
          rejected={rejected}
          fields={[
            ['name', 'Name', service.name],
            ['priority', 'Order', service.priority],
            ['image', 'Picture', service.image],
            ...listText('description', 'Text', savedText),
          ]}
        />
      )}
      <TextField {...field('name')} label="Name" required maxLength={120} />
      <div className="admin-row">
        <TextField
          {...field('priority')}
          label="Order"
          hint="A number from 1; services without one come last."
          inputMode="numeric"
        />
      </div>
      <PictureField {...field('image')} label="Picture" />
      <RichTextField {...field('description')} label="Text" tree={tree} rows={10} />
      <p>
        <SubmitButton busyLabel="Saving…">Save</SubmitButton>
      </p>
    </AdminForm>
  );
}

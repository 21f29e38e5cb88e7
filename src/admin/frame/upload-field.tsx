import type { ComponentProps } from 'react';
import type { RejectedForm } from '#site/form-fields.ts';
import { fieldProps, TextField } from './fields.tsx';

/**
 * A field for files of any size. With script they are uploaded before the form is sent, and go on
 * where they stood when the line was cut; without it they come with the form. What a refused form
 * had uploaded is still there, but if the file itself was refused.
 */
export function UploadField({
  rejected,
  ...props
}: Omit<ComponentProps<typeof TextField>, 'type'> & {
  readonly rejected: RejectedForm | undefined;
}) {
  const field = { ...props, ...fieldProps(props.name, '', rejected), defaultValue: undefined };
  const uploaded = (field.error ? undefined : rejected?.values['uploaded']) ?? '';
  const names = [...new URLSearchParams(uploaded).values()];
  return (
    <div data-resumable-upload="/admin/uploads">
      <TextField type="file" required={names.length === 0} {...field} />
      <input type="hidden" name="uploaded" defaultValue={uploaded} />
      {names.length > 0 && <p>{`Uploaded already: ${names.join(', ')}.`}</p>}
      <p data-upload-state role="status" />
      <progress data-upload-progress aria-label="Upload" max={1} hidden />
    </div>
  );
}

import { FormErrors } from '#admin/frame/admin-form.tsx';
import { FileField } from '#admin/frame/picture-field.tsx';
import { findRejectedForm, type FormAnswer } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { FormKey } from '#admin/frame/form-key.tsx';

/** Several pictures at once; with script each is sent by itself, with its progress. */
export function UploadForm({ rejected }: { readonly rejected: FormAnswer | undefined }) {
  const own = findRejectedForm(rejected, 'upload');
  return (
    <form
      id="upload"
      method="post"
      encType="multipart/form-data"
      className="admin-form media-upload"
      data-upload-pictures="/admin/media/data"
    >
      <FormKey />
      <input type="hidden" name="intent" value="upload" />
      {own && <FormErrors rejected={own} />}
      <FileField label="Upload pictures" isMultiple error={own?.message} />
      <p>
        <SubmitButton busyLabel="Uploading…">Upload</SubmitButton>
      </p>
      <ul className="media-progress" aria-live="polite" />
    </form>
  );
}

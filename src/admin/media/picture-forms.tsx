import type { PictureDetail } from '#core/media/model.ts';
import { AdminForm, FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { FileField } from '#admin/frame/picture-field.tsx';
import type { RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { FormKey } from '#admin/frame/form-key.tsx';

/** Another file takes the place of this one. */
export const ReplaceForm = ({ rejected }: { readonly rejected: RejectedForm | undefined }) => (
  <AdminSection title="Replace">
    <p className="hint">
      The new picture replaces this one everywhere, within an hour also for visitors who have seen
      the old one. Editions already sold keep the old one.
    </p>
    <form method="post" encType="multipart/form-data" className="admin-form">
      <FormKey />
      <input type="hidden" name="intent" value="replace" />
      {rejected && <FormErrors rejected={rejected} />}
      <FileField label="New picture" error={rejected?.message} />
      <p>
        <SubmitButton className="admin-button" busyLabel="Uploading…">
          Replace
        </SubmitButton>
      </p>
    </form>
  </AdminSection>
);

/** Only a picture that nothing shows can be deleted. */
export function RemovePicture(props: {
  readonly picture: PictureDetail;
  readonly rejected: RejectedForm | undefined;
}) {
  const { picture, rejected } = props;
  return (
    <>
      {rejected && <FormErrors rejected={rejected} />}
      <ConfirmDialog
        id="remove"
        title={`Delete ${picture.name.slice(6)}?`}
        openLabel="Delete…"
        isDangerous
      >
        {picture.uses.length > 0 ? (
          <p>It is in use, and can be deleted once nothing uses it.</p>
        ) : (
          <>
            <p>Nothing uses it. You can undo this in the audit log for thirty days.</p>
            <AdminForm intent="remove" rejected={undefined}>
              <SubmitButton busyLabel="Deleting…">Delete</SubmitButton>
            </AdminForm>
          </>
        )}
      </ConfirmDialog>
    </>
  );
}

import type { PictureDetail } from '#core/media/model.ts';
import { AdminForm, FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { FileField } from '#admin/frame/picture-field.tsx';
import type { RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

/** Another file takes the place of this one. */
export const ReplaceForm = ({ rejected }: { readonly rejected: RejectedForm | undefined }) => (
  <AdminSection title="Replace">
    <p className="hint">
      The new picture is shown wherever this one stands, within an hour also to people who have seen
      it. Editions that were sold are printed with the picture of their day.
    </p>
    <form method="post" encType="multipart/form-data" className="admin-form">
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
          <p>It is used, and can be deleted once nothing shows it any more.</p>
        ) : (
          <>
            <p>Nothing uses it. The audit log can bring it back for thirty days.</p>
            <AdminForm intent="remove" rejected={undefined}>
              <SubmitButton busyLabel="Deleting…">Delete</SubmitButton>
            </AdminForm>
          </>
        )}
      </ConfirmDialog>
    </>
  );
}

import { AdminForm } from '#admin/frame/admin-form.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { findRejectedForm, type FormAnswer } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

/** Asks before something is moved to the bin. */
export const BinDialog = (props: {
  readonly name: string;
  readonly answer: FormAnswer | undefined;
}) => (
  <ConfirmDialog id="bin" title={`Move “${props.name}” to the bin?`} openLabel="Bin…" isDangerous>
    <p>The site will no longer show it. You can take it out of the bin again.</p>
    <AdminForm intent="bin" rejected={findRejectedForm(props.answer, 'bin')}>
      <SubmitButton busyLabel="Moving…">Move to the bin</SubmitButton>
    </AdminForm>
  </ConfirmDialog>
);

/** Shown instead of a form whose thing is in the bin. */
export function UnbinNote(props: {
  readonly name: string;
  readonly answer: FormAnswer | undefined;
  readonly mayDelete: boolean;
}) {
  const { name, answer, mayDelete } = props;
  return (
    <div className="admin-empty">
      <p>This is in the bin: the site does not show it, and it can’t be changed here.</p>
      <div className="admin-buttons">
        <AdminForm intent="unbin" rejected={findRejectedForm(answer, 'unbin')}>
          <SubmitButton busyLabel="Taking out…">Take it out of the bin</SubmitButton>
        </AdminForm>
        {mayDelete && (
          <ConfirmDialog
            id="delete"
            title={`Delete “${name}” for ever?`}
            openLabel="Delete permanently…"
            isDangerous
          >
            <p>Nothing of it is kept, and its address becomes free. This can’t be undone.</p>
            <AdminForm intent="delete" rejected={findRejectedForm(answer, 'delete')}>
              <SubmitButton busyLabel="Deleting…">Delete permanently</SubmitButton>
            </AdminForm>
          </ConfirmDialog>
        )}
      </div>
    </div>
  );
}

import { AdminForm } from '#admin/frame/admin-form.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import type { RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

type BinProps = { readonly rejected: RejectedForm | undefined };

/** Asks before something is moved to the bin. */
export const BinDialog = ({ name, rejected }: BinProps & { readonly name: string }) => (
  <ConfirmDialog id="bin" title={`Move “${name}” to the bin?`} openLabel="Bin…" isDangerous>
    <p>The site shows it no more. It can be taken out of the bin again.</p>
    <AdminForm intent="bin" rejected={rejected}>
      <SubmitButton busyLabel="Moving…">Move to the bin</SubmitButton>
    </AdminForm>
  </ConfirmDialog>
);

/** What stands in the place of a form whose thing is in the bin. */
export const UnbinNote = ({ rejected }: BinProps) => (
  <div className="admin-empty">
    <p>This is in the bin: the site does not show it, and it can’t be changed here.</p>
    <AdminForm intent="unbin" rejected={rejected}>
      <SubmitButton busyLabel="Taking out…">Take it out of the bin</SubmitButton>
    </AdminForm>
  </div>
);

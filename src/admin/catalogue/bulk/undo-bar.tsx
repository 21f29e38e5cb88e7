import { SubmitButton } from '#ui/submit-button.tsx';
import { FormKey } from '#admin/frame/form-key.tsx';

/** Undoes the change that the list has just shown. */
export const UndoBar = ({ batch }: { readonly batch: string }) => (
  <form method="post" className="admin-undo">
    <FormKey />
    <input type="hidden" name="intent" value="undo" />
    <input type="hidden" name="batch" value={batch} />
    <SubmitButton className="admin-button" busyLabel="Undoing…">
      Undo this change
    </SubmitButton>
  </form>
);

import { paths } from '#src/paths.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { Field } from '#ui/field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

/** The export of all data, and the deletion of the account behind a password. */
export function YourDataPanel({ rejected }: { rejected: RejectedForm | undefined }) {
  return (
    <div className="sheet grid content-start gap-3 p-5">
      <h2 className="text-[22px]">Export or delete your data</h2>
      <p>
        <a className="button quiet" href={paths.dataExport()} download>
          Export as JSON
        </a>
      </p>
      <details className="mt-2" open={rejected !== undefined}>
        <summary className="link py-1">Delete account</summary>
        <DeleteAccountForm rejected={rejected} />
      </details>
    </div>
  );
}

function DeleteAccountForm({ rejected }: { rejected: RejectedForm | undefined }) {
  return (
    <form method="post" className="mt-3 grid gap-3">
      <p className="text-[15px]">
        Your profile, sessions and account links are deleted immediately. We keep orders and
        invoices for as long as tax law requires (ten years), without the account, and the download
        links in your emails keep working. Sales keeps the enquiries that you sent: write to us to
        have them erased.
      </p>
      <input type="hidden" name="what" value="remove" />
      <Field
        id="remove-password"
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={200}
        error={rejected?.errors['password']?.[0]}
        autoFocus={rejected !== undefined}
      />
      <p>
        <SubmitButton busyLabel="Deleting your account…">Delete account permanently</SubmitButton>
      </p>
    </form>
  );
}

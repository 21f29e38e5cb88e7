import { minPasswordLength } from '#core/accounts/password.model.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { Field } from '#ui/field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

/** The current and the new password; a rejection shows its errors at these fields. */
export function ChangePasswordForm({ rejected }: { rejected: RejectedForm | undefined }) {
  return (
    <form method="post" className="sheet grid content-start gap-4 p-5">
      <h2 className="text-[22px]">Change your password</h2>
      <input type="hidden" name="what" value="password" />
      <Field
        name="present"
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        minLength={minPasswordLength}
        maxLength={200}
        error={rejected?.errors['present']?.[0]}
      />
      <Field
        name="password"
        label="New password (at least 6 characters; longer is safer)"
        type="password"
        autoComplete="new-password"
        required
        minLength={minPasswordLength}
        maxLength={200}
        error={rejected?.errors['password']?.[0]}
      />
      <p>
        <SubmitButton busyLabel="Changing your password…">Change password</SubmitButton>
      </p>
    </form>
  );
}

import { AdminForm } from '#admin/frame/admin-form.tsx';
import { TextField } from '#admin/frame/fields.tsx';
import type { TotpSetUp } from '#core/staff/factors.ts';
import { findRejectedForm, type FormAnswer } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { PasskeyButton, type PasskeyPurpose } from './passkey-button.tsx';

/** A new passkey, by the browser. */
export const NewPasskeyForm = ({
  purpose,
  answer,
}: {
  readonly purpose: PasskeyPurpose;
  readonly answer: FormAnswer | undefined;
}) => (
  <AdminForm intent="passkey" rejected={findRejectedForm(answer, 'passkey')}>
    <TextField
      name="passkey_name"
      label="Name of the passkey"
      hint="Where it is kept, such as “Work laptop”."
      defaultValue={findRejectedForm(answer, 'passkey')?.values['passkey_name']}
      maxLength={60}
    />
    <PasskeyButton purpose={purpose}>Add a passkey</PasskeyButton>
  </AdminForm>
);

/** A new authenticator app: its QR code, the secret to type, and a first code. */
export function NewAppForm({
  setUp,
  answer,
}: {
  readonly setUp: TotpSetUp;
  readonly answer: FormAnswer | undefined;
}) {
  const rejected = findRejectedForm(answer, 'totp');
  return (
    <AdminForm intent="totp" rejected={rejected}>
      <p>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(setUp.qrSvg)}`}
          alt="QR code for your authenticator app"
          width={200}
          height={200}
        />
      </p>
      <p>
        Scan it with an authenticator app, or type this secret there:{' '}
        <code className="admin-secret">{setUp.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <TextField
        name="code"
        error={rejected?.errors['code']?.[0]}
        label="Code that the app shows"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
      />
      <p>
        <SubmitButton busyLabel="Checking…">Add the app</SubmitButton>
      </p>
    </AdminForm>
  );
}

/** Shown once, after they were made: the keyboard goes on here. */
export const RecoveryCodes = ({
  codes,
  done,
}: {
  readonly codes: readonly string[];
  /** The sentence about what else the form did. */
  readonly done?: string;
}) => (
  <section tabIndex={-1} autoFocus aria-labelledby="recovery-codes" className="admin-section">
    <h2 id="recovery-codes">Your recovery codes</h2>
    {done && <p role="status">{done}</p>}
    <p>
      Keep them where you will find them if you lose your passkey or app: in a password manager, or
      on paper. Each works once. They are not shown again.
    </p>
    <ul className="admin-codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  </section>
);

import type { ReactNode } from 'react';

/** The purpose for which a browser uses a passkey. */
export type PasskeyPurpose = 'sign-in' | 'first' | 'own';

/**
 * The button of a form that is sent with the answer of a passkey, in the field `name`. Passkeys need
 * script, so without it there is no button.
 */
export const PasskeyButton = ({
  purpose,
  name = 'passkey',
  children,
}: {
  readonly purpose: PasskeyPurpose;
  readonly name?: string;
  readonly children: ReactNode;
}) => (
  <div className="with-script grid gap-2">
    <input type="hidden" name={name} data-passkey-answer />
    <p>
      <button type="submit" className="admin-button" data-passkey={purpose}>
        {children}
      </button>
    </p>
    <p role="alert" data-passkey-error className="error" hidden />
  </div>
);

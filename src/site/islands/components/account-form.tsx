import { useEffect, useRef } from 'react';
import { paths } from '#src/paths.ts';
import { accountForms, type AccountFormKind } from '#site/accounts/account-form-fields.ts';
import type { FormAnswer } from '#site/form-fields.ts';
import { pageConstants } from '#site/page-constants.ts';
import { Alert } from '#ui/alert.tsx';
import type { CaptchaConfig } from '#ui/captcha.tsx';
import { Field } from '#ui/field.tsx';
import { FormCaptcha } from './form-captcha.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { useAccountForm } from './use-account-form.ts';

export type AccountFormProps = {
  readonly kind: AccountFormKind;
  /** Shown after many attempts alone. */
  readonly captcha: CaptchaConfig;
  /** Where a login leads: a path of ours. */
  readonly next?: string;
  /** What the page's action answered to a post without script. */
  readonly answer?: FormAnswer;
};

function finishLogin(next: string): void {
  localStorage.setItem('isLoggedIn', 'true');
  setTimeout(() => location.assign(next), pageConstants.loginRedirectMs);
}

/**
 * Login, signup or a forgotten password: without script a plain post, with it answered in place.
 */
export function AccountForm({ kind, captcha, next = paths.home(), answer }: AccountFormProps) {
  const { fields, buttonLabel, busyLabel } = accountForms[kind];
  const form = useAccountForm(kind, answer, () => kind === 'login' && finishLogin(next));
  const { ref, isHydrated, isSending, errors, message, submit, clearFieldError } = form;
  const { captchaState } = form;
  const captchaError = errors['turnstile_token']?.[0] ?? '';
  const values = answer && !answer.ok ? answer.values : {};
  if (kind === 'signup' && form.isAccepted)
    return <SignupDone message={message?.text} hasFocus={form.wasPosted} />;
  return (
    <form
      ref={ref}
      method="post"
      noValidate={isHydrated && kind !== 'signup'}
      onSubmit={(event) => void submit(event)}
      className="grid gap-4"
      aria-busy={isSending}
    >
      {message && <Alert kind={message.isError ? 'error' : 'note'}>{message.text}</Alert>}
      {fields.map(({ name, type, ...field }) => (
        <Field
          key={name}
          name={name}
          type={type}
          {...field}
          // With script the server says what is wrong; the browser stops what is empty alone.
          {...(isHydrated ? { minLength: undefined, pattern: undefined } : {})}
          required
          error={errors[name]?.[0]}
          defaultValue={type === 'password' ? undefined : values[name]}
          onInput={() => clearFieldError(name)}
        />
      ))}
      {captchaState && (
        <FormCaptcha
          {...captchaState}
          config={captcha}
          isHydrated={isHydrated}
          error={captchaState.error || (captchaState.token ? '' : captchaError)}
        />
      )}
      <p>
        <SubmitButton isSending={isSending} busyLabel={busyLabel}>
          {buttonLabel}
        </SubmitButton>
      </p>
      {kind === 'forgot-password' && form.isAccepted && (
        <p>
          Only an address with an account gets the email. It is not there within a few minutes?
          Check your spam folder and the address. A new link can be sent after five minutes, and at
          most three emails an hour go to one address.
        </p>
      )}
    </form>
  );
}

/** In place of the form: the message, which goes after a time, and what to do next. */
function SignupDone({ message, hasFocus }: { message: string | undefined; hasFocus: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasFocus) ref.current?.focus();
  }, [hasFocus]);
  return (
    <div ref={ref} tabIndex={-1} className="grid gap-4">
      {message && <Alert kind="note">{message}</Alert>}
      <p>
        Next, follow the link in the email from us. If you don’t see it within a few minutes, check
        your spam folder. At most three emails an hour go to one address; the next one follows
        later.{' '}
        <a className="link" href={paths.signup()}>
          Sign up with another address
        </a>
      </p>
    </div>
  );
}

export default AccountForm;

import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { paths } from '#src/paths.ts';
import { accountForms, type AccountFormKind } from '#site/accounts/account-form-fields.ts';
import type { FormAnswer, FieldErrors } from '#site/form-fields.ts';
import { pageConstants } from '#site/page-constants.ts';
import { Alert } from '#ui/alert.tsx';
import type { CaptchaConfig } from '#ui/captcha.tsx';
import { Field } from '#ui/field.tsx';
import { FormCaptcha, useRequiredCaptcha } from './form-captcha.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { useAnswerInView } from './use-answer-in-view.ts';
import { postForm, type PostedFormAnswer } from './post-form.ts';
import { useSending } from './use-sending.ts';

export type AccountFormProps = {
  readonly kind: AccountFormKind;
  /** Shown after many attempts alone. */
  readonly captcha: CaptchaConfig;
  /** Where a login leads: a path of ours. */
  readonly next?: string;
  /** The answer of the page's action to a post without script. */
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

/** The page's own answer in the shape of a posted one. */
const fromPage = (answer: FormAnswer): PostedFormAnswer => ({
  ...answer,
  errors: answer.ok ? {} : answer.errors,
});

/** The sentence above the fields: signup joins its field errors, the others show the message. */
function getMessageText(kind: AccountFormKind, answer: PostedFormAnswer): string {
  if (answer.ok) return answer.message;
  const joinedErrors = kind === 'signup' ? Object.values(answer.errors).flat().join(' ') : '';
  return joinedErrors || answer.message || accountForms[kind].fallbackError;
}

/** Hides the message of an answer after the specification's time; never for forgotten passwords. */
function useMessageTimeout(
  kind: AccountFormKind,
  answer: PostedFormAnswer | undefined,
  setIsShown: (isShown: boolean) => void,
): void {
  useEffect(() => {
    const timer =
      answer && kind !== 'forgot-password'
        ? setTimeout(() => setIsShown(false), pageConstants.alertVisibleMs)
        : undefined;
    return () => clearTimeout(timer);
  }, [answer, kind, setIsShown]);
}

/**
 * A posted answer comes into view, and its first field with an error has the focus. Not the page's
 * own: with that one the visitor types already.
 */
function usePostedAnswer(
  form: RefObject<HTMLFormElement | null>,
  kind: AccountFormKind,
  posted: PostedFormAnswer | undefined,
): void {
  useAnswerInView(form, posted);
  useEffect(() => {
    const invalid = accountForms[kind].fields.find(({ name }) => posted?.errors[name]);
    if (invalid) form.current?.querySelector<HTMLElement>(`[name="${invalid.name}"]`)?.focus();
  }, [form, kind, posted]);
}

/**
 * State of an account form. An edit clears its field's error, and the message goes with the last
 * error or after a time. `onSuccess` runs once the form is accepted.
 */
function useAccountForm(
  kind: AccountFormKind,
  pageAnswer: FormAnswer | undefined,
  onSuccess: () => void,
) {
  const ref = useRef<HTMLFormElement>(null);
  const [isHydrated, setIsHydrated] = useState(false);
  const { isSending, send } = useSending(accountForms[kind].busyLabel);
  const [answer, setAnswer] = useState(pageAnswer && fromPage(pageAnswer));
  const [posted, setPosted] = useState<PostedFormAnswer>();
  const [errors, setErrors] = useState<FieldErrors>(answer?.errors ?? {});
  const [isMessageShown, setIsMessageShown] = useState(true);
  const captcha = useRequiredCaptcha(errors['turnstile_token'] !== undefined);
  useEffect(() => setIsHydrated(true), []);
  useMessageTimeout(kind, answer, setIsMessageShown);
  usePostedAnswer(ref, kind, posted);

  const showAnswer = (next: PostedFormAnswer | undefined): void => {
    setAnswer(next);
    setPosted(next);
    setErrors(next?.errors ?? {});
    setIsMessageShown(true);
  };
  const post = async (form: HTMLFormElement): Promise<void> => {
    showAnswer(undefined);
    const next = await postForm(paths.accountFormEndpoint(kind), new FormData(form));
    showAnswer(next ?? { ok: false, message: accountForms[kind].networkError, errors: {} });
    captcha.reset();
    if (!next?.ok) return;
    form.reset();
    onSuccess();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const form = ref.current;
    if (form) await send(() => post(form));
  };
  const clearFieldError = (name: string): void => {
    if (!errors[name]) return;
    const { [name]: _, ...otherErrors } = errors;
    setErrors(otherErrors);
    if (Object.keys(otherErrors).length === 0) setIsMessageShown(false);
  };

  const text = answer && isMessageShown ? getMessageText(kind, answer) : '';
  const message = text === '' ? undefined : { text, isError: !answer?.ok };
  const isAccepted = answer?.ok === true;
  const form = { ref, isHydrated, isSending, errors, message, submit, clearFieldError };
  return { ...form, captchaState: captcha.state, isAccepted, wasPosted: posted !== undefined };
}

import { useEffect, useRef, useState, type FormEvent } from 'react';
import { paths } from '#src/paths.ts';
import { accountForms, type AccountFormKind } from '#site/accounts/account-form-fields.ts';
import { pageConstants } from '#site/page-constants.ts';
import { Alert } from '#ui/alert.tsx';
import { Field } from '#ui/field.tsx';

type Errors = Readonly<Record<string, readonly string[] | undefined>>;
type Answer = { readonly good?: boolean; readonly message: string; readonly errors: Errors };

export type AccountFormProps = {
  readonly kind: AccountFormKind;
  /** Where a login leads: a path of ours. */
  readonly next?: string;
  readonly sent?: Answer & { readonly values: Readonly<Record<string, string>> };
};

/** Login, signup or a forgotten password: a plain post without script; with it, answered in place. */
export function AccountForm({ kind, next = '/', sent }: AccountFormProps) {
  const { fields, buttonLabel, busyLabel, fallbackError, networkError } = accountForms[kind];
  const form = useRef<HTMLFormElement>(null);
  const [isHydrated, setIsHydrated] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [answer, setAnswer] = useState<Answer | undefined>(sent);
  // What of the answer still stands: an edit clears its field's error, time or the last such edit the message.
  const [errors, setErrors] = useState<Errors>(sent?.errors ?? {});
  const [isMessageShown, setIsMessageShown] = useState(true);
  useEffect(() => setIsHydrated(true), []);

  useEffect(() => {
    // An answer that came with the page moves no focus: who wakes the form is typing in it already.
    if (!answer || answer === sent) return;
    const first = fields.find(({ name }) => answer.errors[name]);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus();
  }, [answer, sent, fields]);

  useEffect(() => {
    // The message about a letter stays: the specification gives a time to those of login and signup alone.
    const timer =
      answer && kind !== 'forgot-password'
        ? setTimeout(() => setIsMessageShown(false), pageConstants.alertVisibleMs)
        : undefined;
    return () => clearTimeout(timer);
  }, [answer, kind]);

  const showAnswer = (came: Answer | undefined): void => {
    setIsSending(came === undefined);
    setAnswer(came);
    setErrors(came?.errors ?? {});
    setIsMessageShown(true);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending || !form.current) return;
    const body = new FormData(form.current);
    showAnswer(undefined);
    const text = await fetch(paths.accountFormEndpoint(kind), { method: 'POST', body })
      .then((response) => response.text())
      .catch(() => undefined);
    if (text === undefined) return showAnswer({ message: networkError, errors: {} });
    const { ok, message, errors: faults } = parseAnswer(text);
    showAnswer({ good: ok === true, message: message ?? '', errors: faults ?? {} });
    if (ok !== true) return;
    form.current.reset();
    if (kind !== 'login') return;
    localStorage.setItem('isLoggedIn', 'true');
    setTimeout(() => location.assign(next), pageConstants.loginRedirectMs);
  };
  const clearFieldError = (name: string): void => {
    if (!errors[name]) return;
    const { [name]: _, ...left } = errors;
    setErrors(left);
    if (Object.keys(left).length === 0) setIsMessageShown(false);
  };

  const joinedErrors =
    kind === 'signup' && answer
      ? Object.values(answer.errors)
          .flatMap((lines) => lines ?? [])
          .join(' ')
      : '';
  const messageText = answer?.good
    ? answer.message
    : joinedErrors || answer?.message || fallbackError;
  return (
    <form
      ref={form}
      method="post"
      noValidate={isHydrated && kind !== 'signup'}
      onSubmit={(event) => void submit(event)}
      className="grid gap-4"
      aria-busy={isSending}
    >
      {answer && isMessageShown && messageText !== '' && (
        <Alert kind={answer.good ? 'note' : 'error'}>{messageText}</Alert>
      )}
      {fields.map(({ name, label, type, autoComplete, maxLength: most }) => (
        <Field
          key={name}
          name={name}
          label={label}
          type={type}
          autoComplete={autoComplete}
          maxLength={most}
          required
          error={errors[name]?.[0]}
          defaultValue={type === 'password' ? undefined : sent?.values[name]}
          onInput={() => clearFieldError(name)}
        />
      ))}
      <p>
        <button className="button" disabled={isSending}>
          {isSending ? busyLabel : buttonLabel}
        </button>
      </p>
    </form>
  );
}

/** What the server answered. A page that is no answer of ours (a proxy's, a fault's) says nothing. */
function parseAnswer(text: string): {
  readonly ok?: boolean;
  readonly message?: string;
  readonly errors?: Errors;
} {
  try {
    return (JSON.parse(text) ?? {}) as ReturnType<typeof parseAnswer>;
  } catch {
    return {};
  }
}

export default AccountForm;

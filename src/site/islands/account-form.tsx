import { useEffect, useRef, useState, type FormEvent } from 'react';
import { paths } from '#src/paths.ts';
import { accountForms, type AccountKind } from '#site/accounts/forms.ts';
import { timings } from '#site/timings.ts';
import { Alert } from '#ui/alert.tsx';
import { Field } from '#ui/field.tsx';

type Errors = Readonly<Record<string, readonly string[] | undefined>>;
type Answer = { readonly good?: boolean; readonly message: string; readonly errors: Errors };

export type AccountFormProps = {
  readonly kind: AccountKind;
  /** Where a login leads: a path of ours. */
  readonly next?: string;
  readonly sent?: Answer & { readonly values: Readonly<Record<string, string>> };
};

/** Login, signup or a forgotten password: a plain post without script; with it, answered in place. */
export function AccountForm({ kind, next = '/', sent }: AccountFormProps) {
  const { fields, button, sending, failed, lost } = accountForms[kind];
  const form = useRef<HTMLFormElement>(null);
  const [alive, setAlive] = useState(false);
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer | undefined>(sent);
  // What of the answer still stands: an edit clears its field's error, time or the last such edit the message.
  const [errors, setErrors] = useState<Errors>(sent?.errors ?? {});
  const [shown, setShown] = useState(true);
  useEffect(() => setAlive(true), []);

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
        ? setTimeout(() => setShown(false), timings.alertGone)
        : undefined;
    return () => clearTimeout(timer);
  }, [answer, kind]);

  const arrive = (came: Answer | undefined): void => {
    setBusy(came === undefined);
    setAnswer(came);
    setErrors(came?.errors ?? {});
    setShown(true);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !form.current) return;
    const body = new FormData(form.current);
    arrive(undefined);
    const text = await fetch(paths.accountAnswer(kind), { method: 'POST', body })
      .then((response) => response.text())
      .catch(() => undefined);
    if (text === undefined) return arrive({ message: lost, errors: {} });
    const { ok, message, errors: faults } = read(text);
    arrive({ good: ok === true, message: message ?? '', errors: faults ?? {} });
    if (ok !== true) return;
    form.current.reset();
    if (kind !== 'login') return;
    localStorage.setItem('isLoggedIn', 'true');
    setTimeout(() => location.assign(next), timings.loginRedirect);
  };
  const edited = (name: string): void => {
    if (!errors[name]) return;
    const { [name]: _, ...left } = errors;
    setErrors(left);
    if (Object.keys(left).length === 0) setShown(false);
  };

  const joined =
    kind === 'signup' && answer
      ? Object.values(answer.errors)
          .flatMap((lines) => lines ?? [])
          .join(' ')
      : '';
  const said = answer?.good ? answer.message : joined || answer?.message || failed;
  return (
    <form
      ref={form}
      method="post"
      noValidate={alive && kind !== 'signup'}
      onSubmit={(event) => void submit(event)}
      className="grid gap-4"
      aria-busy={busy}
    >
      {answer && shown && said !== '' && (
        <Alert kind={answer.good ? 'note' : 'error'}>{said}</Alert>
      )}
      {fields.map(({ name, label, type, autoComplete, most }) => (
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
          onInput={() => edited(name)}
        />
      ))}
      <p>
        <button className="button" disabled={busy}>
          {busy ? sending : button}
        </button>
      </p>
    </form>
  );
}

/** What the server answered. A page that is no answer of ours (a proxy's, a fault's) says nothing. */
function read(text: string): {
  readonly ok?: boolean;
  readonly message?: string;
  readonly errors?: Errors;
} {
  try {
    return (JSON.parse(text) ?? {}) as ReturnType<typeof read>;
  } catch {
    return {};
  }
}

export default AccountForm;

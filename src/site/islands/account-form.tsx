import { useEffect, useRef, useState, type FormEvent } from 'react';
import { paths } from '#src/paths.ts';
import { accountForms, type AccountKind } from '#site/accounts/forms.ts';
import { texts } from '#site/texts.ts';
import { timings } from '#site/timings.ts';
import { Alert } from '#ui/alert.tsx';
import { Field } from '#ui/field.tsx';

type Errors = Readonly<Record<string, readonly string[] | undefined>>;
type State = { readonly at: 'idle' | 'sending' } | { readonly at: 'said'; readonly good: boolean; readonly message: string; readonly errors: Errors };

export type AccountFormProps = {
  readonly kind: AccountKind;
  /** Where a login leads: a path of ours. */
  readonly next?: string;
  readonly sent?: { readonly good?: boolean; readonly message: string; readonly errors: Errors; readonly values: Readonly<Record<string, string>> };
};

/** Login, signup or a forgotten password: a plain post without script; with it, answered in place. */
export function AccountForm({ kind, next = '/', sent }: AccountFormProps) {
  const { fields, button, sending, failed } = accountForms[kind];
  const form = useRef<HTMLFormElement>(null);
  const [alive, setAlive] = useState(false);
  const [state, setState] = useState<State>(sent ? { at: 'said', good: sent.good ?? false, message: sent.message, errors: sent.errors } : { at: 'idle' });
  const errors: Errors = state.at === 'said' ? state.errors : {};
  const joined = kind === 'signup' && state.at === 'said' && !state.good ? Object.values(errors).flatMap((lines) => lines ?? []).join(' ') : '';
  useEffect(() => setAlive(true), []);

  useEffect(() => {
    if (!alive || state.at !== 'said') return;
    const first = fields.find(({ name }) => state.errors[name]);
    if (first) return form.current?.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus();
    const timer = setTimeout(() => setState({ at: 'idle' }), timings.alertGone);
    return () => clearTimeout(timer);
  }, [alive, state, fields]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state.at === 'sending' || !form.current) return;
    const body = new FormData(form.current);
    setState({ at: 'sending' });
    try {
      const response = await fetch(paths.accountAnswer(kind), { method: 'POST', body });
      const answer = (await response.json()) as { ok: boolean; message: string; errors?: Errors };
      setState({ at: 'said', good: answer.ok, message: answer.message, errors: answer.errors ?? {} });
      if (!answer.ok) return;
      form.current.reset();
      if (kind !== 'login') return;
      localStorage.setItem('isLoggedIn', 'true');
      setTimeout(() => location.assign(next), timings.loginRedirect);
    } catch {
      setState({ at: 'said', good: false, message: failed, errors: {} });
    }
  };
  const edited = (name: string): void => {
    if (state.at === 'said' && state.errors[name]) setState({ ...state, errors: { ...state.errors, [name]: undefined } });
  };

  return (
    <form ref={form} method="post" noValidate={alive} onSubmit={(event) => void submit(event)} className="grid gap-4" aria-busy={state.at === 'sending'}>
      {state.at === 'said' && state.message !== '' && <Alert kind={state.good ? 'note' : 'error'}>{joined || state.message || texts.somethingWrong}</Alert>}
      {fields.map(({ name, label, type, autoComplete, most }) => (
        <Field key={name} name={name} label={label} type={type} autoComplete={autoComplete} maxLength={most} required error={errors[name]?.[0]} defaultValue={type === 'password' ? undefined : sent?.values[name]} onInput={() => edited(name)} />
      ))}
      <p><button className="button" disabled={state.at === 'sending'}>{state.at === 'sending' ? sending : button}</button></p>
    </form>
  );
}

export default AccountForm;

import { useEffect, useRef, useState, type FormEvent } from 'react';
import { consentText, type LeadKind } from '#core/leads/kinds.model.ts';
import { paths } from '#src/paths.ts';
import { forms, type FieldSpec } from '#site/leads/forms.ts';
import { texts } from '#site/texts.ts';
import { timings } from '#site/timings.ts';
import { Alert } from '#ui/alert.tsx';
import { fillKnown, keepDetails } from './details.ts';
import { Challenge, type ChallengeHandle } from '#ui/challenge.tsx';

type Errors = Readonly<Record<string, readonly string[]>>;

export type LeadFormProps = {
  readonly kind: LeadKind;
  /** Keeps the ids of two forms on one page apart. */
  readonly id: string;
  /** Path of the page, kept with the enquiry. */
  readonly page: string;
  readonly report?: string;
  readonly challenge: { readonly script: string; readonly siteKey: string };
  /** After success the visitor is led to /thank-you, and from there back. */
  readonly thanks?: boolean;
  /** Options of the form's select as HTML; on the server only. */
  readonly options?: string;
  /** What a post without script answered. */
  readonly sent?: {
    readonly message: string;
    readonly errors: Errors;
    readonly values: Readonly<Record<string, string>>;
  };
};

type State =
  | { readonly at: 'idle' | 'sending' }
  | { readonly at: 'done'; readonly message: string }
  | { readonly at: 'refused'; readonly message: string; readonly errors: Errors };

/** A form of a visitor's: a plain post without script; with it, answered in place, with the captcha that its fields earn. */
export function LeadForm({
  kind,
  id,
  page,
  report,
  challenge,
  thanks,
  options,
  sent,
}: LeadFormProps) {
  const spec = forms[kind];
  const form = useRef<HTMLFormElement>(null);
  const check = useRef<ChallengeHandle>(null);
  const [alive, setAlive] = useState(false);
  const [token, setToken] = useState('');
  const [trouble, setTrouble] = useState('');
  const [state, setState] = useState<State>(
    sent ? { at: 'refused', message: sent.message, errors: sent.errors } : { at: 'idle' },
  );
  useEffect(() => {
    setAlive(true);
    if (form.current) fillKnown(form.current);
  }, []);
  const errors: Errors = state.at === 'refused' ? state.errors : {};

  useEffect(() => {
    if (!alive || state.at !== 'refused') return;
    const first = [...spec.fields.map(({ name }) => name), spec.consent].find(
      (name) => name !== undefined && state.errors[name],
    );
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [alive, state, spec]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state.at === 'sending' || !form.current) return;
    const body = new FormData(form.current);
    setState({ at: 'sending' });
    setTrouble('');
    try {
      const response = await fetch(paths.formAnswer(kind), { method: 'POST', body });
      const answer = (await response.json()) as { ok: boolean; message: string; errors?: Errors };
      if (answer.ok) {
        keepDetails(form.current);
        form.current.reset();
        if (thanks) return location.assign(paths.thankYou(page));
        setState({ at: 'done', message: answer.message });
      } else setState({ at: 'refused', message: answer.message, errors: answer.errors ?? {} });
    } catch {
      setState({ at: 'refused', message: spec.failed, errors: {} });
    }
    setToken('');
    check.current?.reset();
  };

  const captcha = errors['turnstile_token']?.[0] ?? trouble;
  return (
    <form
      ref={form}
      method="post"
      noValidate={alive}
      onSubmit={(event) => void submit(event)}
      encType={kind === 'career' ? 'multipart/form-data' : undefined}
      className="grid gap-4 sm:grid-cols-2"
      aria-busy={state.at === 'sending'}
    >
      {state.at === 'done' && (
        <div className="sm:col-span-2">
          <Alert kind="note">{state.message}</Alert>
        </div>
      )}
      {state.at === 'refused' &&
        !(errors['turnstile_token'] && Object.keys(errors).length === 1) && (
          <div className="sm:col-span-2">
            <Alert>{state.message}</Alert>
          </div>
        )}
      <input type="hidden" name="page" value={page} />
      {report !== undefined && <input type="hidden" name="report_id" value={report} />}
      {spec.fields.map((field) => (
        <Control
          key={field.name}
          field={field}
          id={`${id}-${field.name}`}
          error={errors[field.name]?.[0]}
          value={sent?.values[field.name]}
          options={options}
        />
      ))}
      {spec.consent !== undefined && (
        <div className="field sm:col-span-2">
          <label className="flex items-start gap-3 font-normal!">
            <input
              type="checkbox"
              name={spec.consent}
              value="1"
              required
              className="mt-1 size-5! min-h-0! shrink-0 accent-accent"
              aria-invalid={errors[spec.consent] ? true : undefined}
              aria-describedby={errors[spec.consent] ? `${id}-consent-error` : undefined}
            />
            <span>
              {consentText}{' '}
              <a className="link" href={paths.privacy()}>
                Privacy Policy
              </a>
              ,{' '}
              <a className="link" href={paths.terms()}>
                Terms &amp; Conditions
              </a>
            </span>
          </label>
          {errors[spec.consent] && (
            <p id={`${id}-consent-error`} className="error">
              {errors[spec.consent]?.[0]}
            </p>
          )}
        </div>
      )}
      {spec.captcha && (
        <div className="field sm:col-span-2">
          {alive ? (
            <Challenge
              {...challenge}
              poll={timings.captchaPoll}
              handle={check}
              onToken={(value) => (setToken(value), value && setTrouble(''))}
              onTrouble={(what) =>
                setTrouble(what === 'error' ? texts.captchaError : texts.captchaExpired)
              }
            />
          ) : (
            <div className="min-h-[66px]">
              <noscript>
                Sending this form needs JavaScript for the check that you are a person. You can also
                write to us by mail: the address stands at the foot of this page.
              </noscript>
            </div>
          )}
          <input type="hidden" name="turnstile_token" value={token} readOnly />
          {captcha && (
            <p className="error" role="alert">
              {captcha}
            </p>
          )}
        </div>
      )}
      <p className="sm:col-span-2">
        <button className="button" disabled={state.at === 'sending'}>
          {state.at === 'sending' ? texts.sending : spec.button}
        </button>
      </p>
    </form>
  );
}

function Control({
  field,
  id,
  error,
  value,
  options,
}: {
  field: FieldSpec;
  id: string;
  error: string | undefined;
  value: string | undefined;
  options: string | undefined;
}) {
  const { name, label, as = 'input', type = 'text', autoComplete, most } = field;
  const shared = {
    id,
    name,
    required: true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  } as const;
  return (
    <div className={`field content-start ${as === 'area' || as === 'file' ? 'sm:col-span-2' : ''}`}>
      <label htmlFor={id}>{label}</label>
      {as === 'area' && <textarea {...shared} rows={4} maxLength={most} defaultValue={value} />}
      {/* The options came with the page's HTML: hydration leaves them as they stand. */}
      {(as === 'code' || as === 'country') && (
        <select
          {...shared}
          autoComplete={autoComplete}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: options ?? '' }}
        />
      )}
      {as === 'file' && <input {...shared} type="file" accept=".pdf,.doc,.docx,.odt" />}
      {as === 'input' && (
        <input
          {...shared}
          type={type}
          autoComplete={autoComplete}
          maxLength={most}
          defaultValue={value}
          inputMode={type === 'text' ? undefined : type}
        />
      )}
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  );
}

export default LeadForm;

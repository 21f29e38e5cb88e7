import { useEffect, useRef, useState, type FormEvent } from 'react';
import { consentText, type LeadKind } from '#core/leads/lead-kinds.model.ts';
import { paths } from '#src/paths.ts';
import { leadForms, type LeadFormField } from '#site/leads/lead-form-fields.ts';
import { texts } from '#site/texts.ts';
import { pageConstants } from '#site/page-constants.ts';
import { Alert } from '#ui/alert.tsx';
import { prefillContactDetails, saveContactDetails } from '../enhancements/contact-details.ts';
import { Captcha, type CaptchaHandle } from '#ui/captcha.tsx';

type Errors = Readonly<Record<string, readonly string[]>>;

export type LeadFormProps = {
  readonly kind: LeadKind;
  /** Keeps the ids of two forms on one page apart. */
  readonly id: string;
  /** Path of the page, kept with the enquiry. */
  readonly page: string;
  readonly report?: string;
  readonly captcha: { readonly scriptUrl: string; readonly siteKey: string };
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

type FormState =
  | { readonly at: 'idle' | 'sending' }
  | { readonly at: 'done'; readonly message: string }
  | { readonly at: 'refused'; readonly message: string; readonly errors: Errors };

/** A form of a visitor's: a plain post without script; with it, answered in place, with the captcha that its fields earn. */
export function LeadForm({
  kind,
  id,
  page,
  report,
  captcha,
  thanks,
  options,
  sent,
}: LeadFormProps) {
  const spec = leadForms[kind];
  const form = useRef<HTMLFormElement>(null);
  const captchaHandle = useRef<CaptchaHandle>(null);
  const [isHydrated, setIsHydrated] = useState(false);
  const [token, setToken] = useState('');
  const [captchaError, setCaptchaError] = useState('');
  const [state, setState] = useState<FormState>(
    sent ? { at: 'refused', message: sent.message, errors: sent.errors } : { at: 'idle' },
  );
  useEffect(() => {
    setIsHydrated(true);
    if (form.current) prefillContactDetails(form.current);
  }, []);
  const errors: Errors = state.at === 'refused' ? state.errors : {};

  useEffect(() => {
    if (!isHydrated || state.at !== 'refused') return;
    const first = [...spec.fields.map(({ name }) => name), spec.consentFieldName].find(
      (name) => name !== undefined && state.errors[name],
    );
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [isHydrated, state, spec]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state.at === 'sending' || !form.current) return;
    const body = new FormData(form.current);
    setState({ at: 'sending' });
    setCaptchaError('');
    try {
      const response = await fetch(paths.leadFormEndpoint(kind), { method: 'POST', body });
      const answer = (await response.json()) as { ok: boolean; message: string; errors?: Errors };
      if (answer.ok) {
        saveContactDetails(form.current);
        form.current.reset();
        if (thanks) return location.assign(paths.thankYou(page));
        setState({ at: 'done', message: answer.message });
      } else setState({ at: 'refused', message: answer.message, errors: answer.errors ?? {} });
    } catch {
      setState({ at: 'refused', message: spec.networkError, errors: {} });
    }
    setToken('');
    captchaHandle.current?.reset();
  };

  const captchaMessage = errors['turnstile_token']?.[0] ?? captchaError;
  return (
    <form
      ref={form}
      method="post"
      noValidate={isHydrated}
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
        <LeadFormControl
          key={field.name}
          field={field}
          id={`${id}-${field.name}`}
          error={errors[field.name]?.[0]}
          value={sent?.values[field.name]}
          options={options}
        />
      ))}
      {spec.consentFieldName !== undefined && (
        <div className="field sm:col-span-2">
          <label className="flex items-start gap-3 font-normal!">
            <input
              type="checkbox"
              name={spec.consentFieldName}
              value="1"
              required
              className="mt-1 size-5! min-h-0! shrink-0 accent-accent"
              aria-invalid={errors[spec.consentFieldName] ? true : undefined}
              aria-describedby={errors[spec.consentFieldName] ? `${id}-consent-error` : undefined}
            />
            <span>
              {consentText}{' '}
              <a className="link" href={paths.privacyPolicy()}>
                Privacy Policy
              </a>
              ,{' '}
              <a className="link" href={paths.termsAndConditions()}>
                Terms &amp; Conditions
              </a>
            </span>
          </label>
          {errors[spec.consentFieldName] && (
            <p id={`${id}-consent-error`} className="error">
              {errors[spec.consentFieldName]?.[0]}
            </p>
          )}
        </div>
      )}
      {spec.needsCaptcha && (
        <div className="field sm:col-span-2">
          {isHydrated ? (
            <Captcha
              {...captcha}
              pollMs={pageConstants.captchaPollMs}
              handle={captchaHandle}
              onToken={(value) => (setToken(value), value && setCaptchaError(''))}
              onError={(what) =>
                setCaptchaError(what === 'error' ? texts.captchaError : texts.captchaExpired)
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
          {captchaMessage && (
            <p className="error" role="alert">
              {captchaMessage}
            </p>
          )}
        </div>
      )}
      <p className="sm:col-span-2">
        <button className="button" disabled={state.at === 'sending'}>
          {state.at === 'sending' ? texts.sending : spec.buttonLabel}
        </button>
      </p>
    </form>
  );
}

function LeadFormControl({
  field,
  id,
  error,
  value,
  options,
}: {
  field: LeadFormField;
  id: string;
  error: string | undefined;
  value: string | undefined;
  options: string | undefined;
}) {
  const { name, label, control = 'input', type = 'text', autoComplete, maxLength: most } = field;
  const shared = {
    id,
    name,
    required: true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  } as const;
  return (
    <div
      className={`field content-start ${control === 'area' || control === 'file' ? 'sm:col-span-2' : ''}`}
    >
      <label htmlFor={id}>{label}</label>
      {control === 'area' && (
        <textarea {...shared} rows={4} maxLength={most} defaultValue={value} />
      )}
      {/* The options came with the page's HTML: hydration leaves them as they stand. */}
      {(control === 'code' || control === 'country') && (
        <select
          {...shared}
          autoComplete={autoComplete}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: options ?? '' }}
        />
      )}
      {control === 'file' && <input {...shared} type="file" accept=".pdf,.doc,.docx,.odt" />}
      {control === 'input' && (
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

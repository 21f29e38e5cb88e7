import { leadForms, type LeadFormField } from '#site/leads/lead-form-fields.ts';
import { texts } from '#site/texts.ts';
import { Alert } from '#ui/alert.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { FormCaptcha, useFormCaptcha } from './form-captcha.tsx';
import { consentText, type LeadKind } from '#core/leads/lead-kinds.model.ts';
import { paths } from '#src/paths.ts';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import type { FieldErrors, FieldValues, RejectedForm } from '#site/form-fields.ts';
import type { CaptchaConfig } from '#ui/captcha.tsx';
import { prefillContactDetails, saveContactDetails } from '../enhancements/contact-details.ts';
import { postForm } from './post-form.ts';
import { useAnswerInView } from './use-answer-in-view.ts';
import { useSending } from './use-sending.ts';

/**
 * A visitor's enquiry: without script a plain post, with it answered in place, with its captcha.
 */
export function LeadForm(props: LeadFormProps) {
  const { kind, id, pagePath, reportCode, captcha, optionsHtml, rejected, values } = props;
  const spec = leadForms[kind];
  const { ref, isHydrated, isSending, state, errors, message, note, captchaState, submit } =
    useLeadForm(props);
  return (
    <form
      ref={ref}
      method="post"
      noValidate={isHydrated}
      onSubmit={(event) => void submit(event)}
      encType={kind === 'career' ? 'multipart/form-data' : undefined}
      className="grid gap-4 sm:grid-cols-2"
      aria-busy={isSending}
    >
      <FormMessage message={message} note={note} isError={state.status !== 'sent'} />
      <input type="hidden" name="page" value={pagePath} />
      {reportCode !== undefined && <input type="hidden" name="report_id" value={reportCode} />}
      {spec.fields.map((field) => (
        <LeadFormControl
          key={field.name}
          field={field}
          id={`${id}-${field.name}`}
          error={errors[field.name]?.[0]}
          value={rejected?.values[field.name] ?? values?.[field.name]}
          optionsHtml={optionsHtml}
        />
      ))}
      {spec.consentFieldName !== undefined && (
        <ConsentCheckbox
          name={spec.consentFieldName}
          errorId={`${id}-consent-error`}
          error={errors[spec.consentFieldName]?.[0]}
          isGiven={rejected?.values[spec.consentFieldName] === '1'}
        />
      )}
      {spec.needsCaptcha && (
        <div className="sm:col-span-2">
          <FormCaptcha
            {...captchaState}
            config={captcha}
            isHydrated={isHydrated}
            error={captchaState.error || errors['turnstile_token']?.[0] || ''}
          />
        </div>
      )}
      <SendButton isSending={isSending} label={spec.buttonLabel} />
    </form>
  );
}

function SendButton({ isSending, label }: { isSending: boolean; label: string }) {
  return (
    <p className="sm:col-span-2">
      <SubmitButton isSending={isSending} busyLabel={texts.sending}>
        {label}
      </SubmitButton>
    </p>
  );
}

function FormMessage(props: { message: string; note: string; isError: boolean }) {
  const { message, note, isError } = props;
  if (message === '') return null;
  return (
    <div className="sm:col-span-2">
      <Alert kind={isError ? 'error' : 'note'}>{message}</Alert>
      {note && <p className="mt-2">{note}</p>}
    </div>
  );
}

export default LeadForm;

type ControlProps = {
  readonly field: LeadFormField;
  readonly id: string;
  readonly error: string | undefined;
  readonly value: string | undefined;
  readonly optionsHtml: string | undefined;
};

/** One labelled field of an enquiry with its error. */
function LeadFormControl({ field, id, error, value, optionsHtml }: ControlProps) {
  const isWide = field.control === 'textarea' || field.control === 'file';
  return (
    <div className={`field content-start ${isWide ? 'sm:col-span-2' : ''}`}>
      <label htmlFor={id}>{field.label}</label>
      <Control field={field} id={id} error={error} value={value} optionsHtml={optionsHtml} />
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  );
}

function Control({ field, id, error, value, optionsHtml = '' }: ControlProps) {
  const { name, control = 'input', type = 'text', autoComplete, maxLength, pattern } = field;
  const shared = {
    id,
    name,
    required: true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  } as const;
  if (control === 'textarea')
    return <textarea {...shared} rows={4} maxLength={maxLength} defaultValue={value} />;
  if (control === 'file') return <input {...shared} type="file" accept=".pdf,.doc,.docx,.odt" />;
  if (control === 'input')
    return (
      <input
        {...shared}
        type={type}
        autoComplete={autoComplete}
        maxLength={maxLength}
        pattern={pattern}
        defaultValue={value}
        inputMode={type === 'text' ? undefined : type}
      />
    );
  // The options came with the page's HTML: hydration leaves them as they are.
  return (
    <select
      {...shared}
      autoComplete={autoComplete}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: optionsHtml }}
    />
  );
}

/** The box of consent with the sentence that is agreed to, and links to the policies. */
function ConsentCheckbox({
  name,
  errorId,
  error,
  isGiven,
}: {
  name: string;
  errorId: string;
  error: string | undefined;
  isGiven: boolean;
}) {
  return (
    <div className="field sm:col-span-2">
      <label className="flex items-start gap-3 font-normal!">
        <input
          type="checkbox"
          name={name}
          value="1"
          required
          defaultChecked={isGiven}
          className="mt-1 size-5! min-h-0! shrink-0 accent-accent"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
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
      {error && (
        <p id={errorId} className="error">
          {error}
        </p>
      )}
    </div>
  );
}

type LeadFormProps = {
  readonly kind: LeadKind;
  /** Keeps the ids of two forms on one page apart. */
  readonly id: string;
  /** Path of the page, kept with the enquiry. */
  readonly pagePath: string;
  readonly reportCode?: string;
  readonly captcha: CaptchaConfig;
  /** After success the visitor is led to /thank-you, and from there back (bring-form.ts). */
  readonly redirectsToThankYou?: boolean;
  /** Options of the form's select as HTML; on the server only. */
  readonly optionsHtml?: string;
  /** The answer of the page's action to a post without script. */
  readonly rejected?: RejectedForm;
  /** Values of fields that the visitor has not filled yet. */
  readonly values?: FieldValues;
};

type FormState =
  | { readonly status: 'idle' }
  | { readonly status: 'sent'; readonly message: string; readonly note: string }
  | { readonly status: 'rejected'; readonly message: string; readonly errors: FieldErrors };

/** The sentence above the form; an error of the captcha alone is shown at the captcha instead. */
function getMessage(state: FormState): string {
  if (state.status === 'sent') return state.message;
  if (state.status !== 'rejected') return '';
  const invalidFields = Object.keys(state.errors);
  const isCaptchaAlone = invalidFields.length === 1 && invalidFields[0] === 'turnstile_token';
  return isCaptchaAlone ? '' : state.message;
}

/**
 * After a refusal the first field with an error has the focus; not after that of the page itself,
 * since the visitor types already when the form is hydrated.
 */
function useFirstErrorFocus(
  form: RefObject<HTMLFormElement | null>,
  kind: LeadKind,
  state: FormState,
): void {
  const pageState = useRef(state);
  useEffect(() => {
    if (state.status !== 'rejected' || state === pageState.current) return;
    const { fields, consentFieldName } = leadForms[kind];
    const firstInvalid = [...fields.map(({ name }) => name), consentFieldName].find(
      (name) => name !== undefined && state.errors[name],
    );
    if (firstInvalid) form.current?.querySelector<HTMLElement>(`[name="${firstInvalid}"]`)?.focus();
  }, [form, kind, state]);
}

/**
 * State of an enquiry's form. After success the form is empty and its contact details are
 * remembered (with consent); after a refusal the first field with an error has the focus.
 */
function useLeadForm({ kind, pagePath, redirectsToThankYou, rejected }: LeadFormProps) {
  const spec = leadForms[kind];
  const ref = useRef<HTMLFormElement>(null);
  const [isHydrated, setIsHydrated] = useState(false);
  const { reset: resetCaptcha, ...captchaState } = useFormCaptcha();
  const [state, setState] = useState<FormState>(
    rejected ? { ...rejected, status: 'rejected' } : { status: 'idle' },
  );
  const { isSending, send } = useSending(texts.sending);
  useEffect(() => {
    setIsHydrated(true);
    if (ref.current) prefillContactDetails(ref.current);
  }, []);

  useAnswerInView(ref, state);
  useFirstErrorFocus(ref, kind, state);

  const post = async (form: HTMLFormElement): Promise<void> => {
    setState({ status: 'idle' });
    captchaState.setError('');
    const answer = await postForm(paths.leadFormEndpoint(kind), new FormData(form));
    if (answer?.ok) {
      saveContactDetails(form);
      form.reset();
      if (redirectsToThankYou) return location.assign(answer.thankYou ?? paths.thankYou(pagePath));
      setState({ status: 'sent', message: answer.message, note: answer.note ?? '' });
    } else {
      const message = answer ? answer.message || spec.fallbackError : spec.networkError;
      setState({ status: 'rejected', message, errors: answer?.errors ?? {} });
    }
    resetCaptcha();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const form = ref.current;
    if (form) await send(() => post(form));
  };

  const errors: FieldErrors = state.status === 'rejected' ? state.errors : {};
  const message = getMessage(state);
  const note = state.status === 'sent' ? state.note : '';
  return { ref, isHydrated, isSending, state, errors, message, note, captchaState, submit };
}

import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import type { LeadKind } from '#core/leads/lead-kinds.model.ts';
import { paths } from '#src/paths.ts';
import type { FieldErrors, FieldValues, RejectedForm } from '#site/form-fields.ts';
import { leadForms } from '#site/leads/lead-form-fields.ts';
import { texts } from '#site/texts.ts';
import type { CaptchaConfig } from '#ui/captcha.tsx';
import { prefillContactDetails, saveContactDetails } from '../enhancements/contact-details.ts';
import { useFormCaptcha } from './form-captcha.tsx';
import { postForm } from './post-form.ts';
import { useAnswerInView } from './use-answer-in-view.ts';
import { useSending } from './use-sending.ts';

export type LeadFormProps = {
  readonly kind: LeadKind;
  /** Keeps the ids of two forms on one page apart. */
  readonly id: string;
  /** Path of the page, kept with the enquiry. */
  readonly pagePath: string;
  readonly reportCode?: string;
  readonly captcha: CaptchaConfig;
  /** After success the visitor is led to /thank-you, and from there back. */
  readonly redirectsToThankYou?: boolean;
  /** Options of the form's select as HTML; on the server only. */
  readonly optionsHtml?: string;
  /** What the page's action answered to a post without script. */
  readonly rejected?: RejectedForm;
  /** What is in fields that the visitor has not filled yet. */
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
export function useLeadForm({ kind, pagePath, redirectsToThankYou, rejected }: LeadFormProps) {
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

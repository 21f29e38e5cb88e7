import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { LeadKind } from '#core/leads/lead-kinds.model.ts';
import { paths } from '#src/paths.ts';
import type { FieldErrors, RejectedForm } from '#site/form-fields.ts';
import { leadForms } from '#site/leads/lead-form-fields.ts';
import type { CaptchaConfig } from '#ui/captcha.tsx';
import { prefillContactDetails, saveContactDetails } from '../enhancements/contact-details.ts';
import { useFormCaptcha } from './form-captcha.tsx';
import { postForm } from './post-form.ts';

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
};

type FormState =
  | { readonly status: 'idle' | 'sending' }
  | { readonly status: 'sent'; readonly message: string }
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
  useEffect(() => {
    setIsHydrated(true);
    if (ref.current) prefillContactDetails(ref.current);
  }, []);

  useEffect(() => {
    if (!isHydrated || state.status !== 'rejected') return;
    const firstInvalid = [...spec.fields.map(({ name }) => name), spec.consentFieldName].find(
      (name) => name !== undefined && state.errors[name],
    );
    if (firstInvalid) ref.current?.querySelector<HTMLElement>(`[name="${firstInvalid}"]`)?.focus();
  }, [isHydrated, state, spec]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state.status === 'sending' || !ref.current) return;
    const body = new FormData(ref.current);
    setState({ status: 'sending' });
    captchaState.setError('');
    const answer = await postForm(paths.leadFormEndpoint(kind), body);
    if (answer?.ok) {
      saveContactDetails(ref.current);
      ref.current.reset();
      if (redirectsToThankYou) return location.assign(paths.thankYou(pagePath));
      setState({ status: 'sent', message: answer.message });
    } else {
      const message = answer ? answer.message || spec.fallbackError : spec.networkError;
      setState({ status: 'rejected', message, errors: answer?.errors ?? {} });
    }
    resetCaptcha();
  };

  const errors: FieldErrors = state.status === 'rejected' ? state.errors : {};
  return { ref, isHydrated, state, errors, message: getMessage(state), captchaState, submit };
}

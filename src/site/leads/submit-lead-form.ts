import type { Leads } from '#core/leads/index.ts';
import {
  consentText,
  leadKinds,
  requestKinds,
  type LeadKind,
  type RequestKind,
  type SubmissionResult,
  type Visitor,
} from '#core/leads/model.ts';
import type { Outcome, Refusal } from '#core/kernel/outcome.model.ts';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import { texts } from '#site/texts.ts';

export type LeadFormKind = LeadKind | 'newsletter';

type Submission = Promise<Outcome<SubmissionResult>>;
type LeadFormFields = Readonly<Record<string, string>>;

export const isLeadFormKind = (text: string): text is LeadFormKind =>
  text === 'newsletter' || leadKinds.some((kind) => kind === text);
const isReportRequest = (kind: LeadFormKind): kind is RequestKind =>
  requestKinds.some((requestKind) => requestKind === kind);

/**
 * Submits a visitor's form, the same way for a page's own post and for an island's. A file that was
 * not taken is the form's refusal.
 */
export async function submitLeadForm(
  leads: Leads,
  kind: LeadFormKind,
  form: SubmittedForm,
  visitor: Visitor,
): Submission {
  // Turnstile's own widget names the field by itself.
  const turnstileToken = form.fields['turnstile_token'] || form.fields['cf-turnstile-response'];
  const fields = { ...form.fields, turnstile_token: turnstileToken ?? '' };
  if (kind === 'newsletter') return leads.newsletter.subscribe(fields, visitor);
  if (kind === 'career')
    return form.fileRefusal ?? leads.jobApplications.submit(fields, form.file, visitor);
  if (kind === 'reseller') return submitReseller(leads, fields, visitor);
  if (isReportRequest(kind)) return submitReportRequest(leads, kind, fields, visitor);
  kind satisfies 'contact';
  return submitContact(leads, fields, visitor);
}

/** The specification gives the reseller form a sentence of its own about its captcha. */
async function submitReseller(leads: Leads, fields: LeadFormFields, visitor: Visitor): Submission {
  const submitted = await leads.forms.submitResellerApplication(fields, visitor);
  if (submitted.ok || submitted.errors?.['turnstile_token']?.[0] !== texts.captchaMissing)
    return submitted;
  const sentence = texts.captchaMissingReseller;
  return {
    ...submitted,
    errors: { ...submitted.errors, turnstile_token: [sentence] },
    message: submitted.message === texts.captchaMissing ? sentence : submitted.message,
  };
}

/** Consent is checked here since the contract's requests have no field for it. */
async function submitReportRequest(
  leads: Leads,
  kind: RequestKind,
  fields: LeadFormFields,
  visitor: Visitor,
): Submission {
  if (fields['privacy_policy'])
    return leads.forms.submitReportRequest(kind, fields, visitor, consentText);
  const withoutToken = { ...fields, turnstile_token: '' };
  const refused = await leads.forms.submitReportRequest(kind, withoutToken, visitor, consentText);
  return refused.ok
    ? refused
    : withFieldError(
        refused,
        'privacy_policy',
        'Please agree to the use of your details, so that we may answer.',
      );
}

/**
 * Sales calls back: the country code goes before the number, since the contract has no field for
 * it.
 */
async function submitContact(leads: Leads, fields: LeadFormFields, visitor: Visitor): Submission {
  const { country_code: countryCode, ...rest } = fields;
  if (!countryCode) {
    const refused = await leads.forms.submitContact({ ...rest, turnstile_token: '' }, visitor);
    return refused.ok
      ? refused
      : withFieldError(refused, 'country_code', 'Please choose your country code.');
  }
  const phone = rest['mobile_no'] ? { mobile_no: `${countryCode} ${rest['mobile_no']}` } : {};
  return leads.forms.submitContact({ ...rest, ...phone }, visitor);
}

/**
 * The refusal with one more field error, and without that of a captcha that was not checked yet.
 */
function withFieldError(refusal: Refusal, field: string, sentence: string): Refusal {
  const { turnstile_token: _, ...otherErrors } = refusal.errors ?? {};
  const errors = { ...otherErrors, [field]: [sentence] };
  const isOnlyError = Object.keys(errors).length === 1;
  return {
    ok: false,
    code: 'invalid',
    errors,
    message: isOnlyError ? sentence : 'Please check the highlighted fields.',
  };
}

import type { Leads } from '#core/leads/index.ts';
import {
  consentText,
  leadKinds,
  requestKinds,
  type LeadKind,
  type RequestKind,
  type Visitor,
} from '#core/leads/model.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';

export type LeadFormKind = LeadKind | 'newsletter';

export const isLeadFormKind = (text: string): text is LeadFormKind =>
  text === 'newsletter' || leadKinds.some((kind) => kind === text);
const isReportRequest = (kind: LeadFormKind): kind is RequestKind =>
  requestKinds.some((one) => one === kind);

/** The text fields of a form; of a repeated name the first one counts. A NUL, which no person types and no database keeps, becomes a sign for what can't be read. */
export function readTextFields(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form]
      .flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value.replaceAll('\u0000', '\uFFFD')]] : [],
      )
      .toReversed() as [string, string][],
  );
}

/** Hands a form to its verb: the one way for a page's own post and for an island's. Turnstile's own field name counts as well. */
export async function submitLeadForm(
  leads: Leads,
  kind: LeadFormKind,
  form: FormData,
  visitor: Visitor,
): Promise<Outcome<{ message: string }>> {
  const fields = readTextFields(form);
  fields['turnstile_token'] ||= fields['cf-turnstile-response'] ?? '';
  if (kind === 'newsletter') return leads.subscribe(fields, visitor);
  if (isReportRequest(kind)) {
    const hasConsent = Boolean(fields['privacy_policy']);
    const answer = await leads.submitReportRequest(
      kind,
      hasConsent ? fields : { ...fields, turnstile_token: '' },
      visitor,
      consentText,
    );
    return hasConsent ? answer : withConsentError(answer);
  }
  if (kind === 'career')
    return leads.submitJobApplication(fields, await readUpload(form.get('cv')), visitor);
  if (kind === 'reseller') return leads.submitResellerApplication(fields, visitor);
  const { country_code: code, ...rest } = fields;
  if (code === undefined || code === '') {
    const answer = await leads.submitContact({ ...rest, turnstile_token: '' }, visitor);
    return answer.ok
      ? answer
      : withFieldError(answer, 'country_code', 'Please choose your country code.');
  }
  // Sales calls back: the code goes in front of the number, since the contract has no field for it.
  return leads.submitContact(
    { ...rest, ...(rest['mobile_no'] ? { mobile_no: `${code} ${rest['mobile_no']}` } : {}) },
    visitor,
  );
}

const withConsentError = (answer: Outcome<{ message: string }>): Outcome<{ message: string }> =>
  answer.ok
    ? answer
    : withFieldError(
        answer,
        'privacy_policy',
        'Please agree to the use of your details, so that we may answer.',
      );

type FailedOutcome = Extract<Outcome<never>, { ok: false }>;

/** The refusal with one more field at fault; a captcha that was not reached yet is left out. */
function withFieldError(failed: FailedOutcome, field: string, sentence: string): FailedOutcome {
  const { turnstile_token: _, ...errors } = failed.errors ?? {};
  const allErrors = { ...errors, [field]: [sentence] };
  return {
    ok: false,
    code: 'invalid',
    errors: allErrors,
    message:
      Object.keys(allErrors).length === 1 ? sentence : 'Please look at the fields that are marked.',
  };
}

const readUpload = async (
  file: unknown,
): Promise<{ name: string; bytes: Uint8Array } | undefined> =>
  file instanceof File && file.size > 0
    ? { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
    : undefined;

import type { Leads } from '#core/leads/index.ts';
import {
  consentText,
  leadKinds,
  requestKinds,
  type LeadKind,
  type RequestKind,
  type Visitor,
} from '#core/leads/model.ts';
import type { Outcome } from '#core/kernel/outcome.ts';

export type FormKind = LeadKind | 'newsletter';

export const isFormKind = (text: string): text is FormKind =>
  text === 'newsletter' || leadKinds.some((kind) => kind === text);
const isRequest = (kind: FormKind): kind is RequestKind => requestKinds.some((one) => one === kind);

/** The text fields of a form; of a repeated name the first one counts. A NUL, which no person types and no database keeps, becomes a sign for what can't be read. */
export function textFields(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form]
      .flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value.replaceAll('\u0000', '\uFFFD')]] : [],
      )
      .toReversed() as [string, string][],
  );
}

/** Hands a form to its verb: the one way for a page's own post and for an island's. Turnstile's own field name counts as well. */
export async function sendForm(
  leads: Leads,
  kind: FormKind,
  form: FormData,
  visitor: Visitor,
): Promise<Outcome<{ message: string }>> {
  const fields = textFields(form);
  fields['turnstile_token'] ||= fields['cf-turnstile-response'] ?? '';
  if (kind === 'newsletter') return leads.subscribe(fields, visitor);
  if (isRequest(kind)) {
    const agreed = Boolean(fields['privacy_policy']);
    const answer = await leads.request(
      kind,
      agreed ? fields : { ...fields, turnstile_token: '' },
      visitor,
      consentText,
    );
    return agreed ? answer : withoutConsent(answer);
  }
  if (kind === 'career') return leads.apply(fields, await upload(form.get('cv')), visitor);
  if (kind === 'reseller') return leads.becomeReseller(fields, visitor);
  const { country_code: code, ...rest } = fields;
  if (code === undefined || code === '') {
    const answer = await leads.contact({ ...rest, turnstile_token: '' }, visitor);
    return answer.ok ? answer : marked(answer, 'country_code', 'Please choose your country code.');
  }
  // Sales calls back: the code goes in front of the number, since the contract has no field for it.
  return leads.contact(
    { ...rest, ...(rest['mobile_no'] ? { mobile_no: `${code} ${rest['mobile_no']}` } : {}) },
    visitor,
  );
}

const withoutConsent = (answer: Outcome<{ message: string }>): Outcome<{ message: string }> =>
  answer.ok
    ? answer
    : marked(
        answer,
        'privacy_policy',
        'Please agree to the use of your details, so that we may answer.',
      );

type Refused = Extract<Outcome<never>, { ok: false }>;

/** The refusal with one more field at fault; a captcha that was not reached yet is left out. */
function marked(refused: Refused, field: string, sentence: string): Refused {
  const { turnstile_token: _, ...errors } = refused.errors ?? {};
  const all = { ...errors, [field]: [sentence] };
  return {
    ok: false,
    status: 422,
    errors: all,
    message:
      Object.keys(all).length === 1 ? sentence : 'Please look at the fields that are marked.',
  };
}

const upload = async (file: unknown): Promise<{ name: string; bytes: Uint8Array } | undefined> =>
  file instanceof File && file.size > 0
    ? { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
    : undefined;

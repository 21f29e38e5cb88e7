import { failWithFieldErrors, parseForm, type FormInput } from '../kernel/form-fields.ts';
import type { Outcome } from '../kernel/outcome.model.ts';
import type { AbuseCheck } from './abuse-check.ts';
import type { LeadCreation, NewLead } from './create-lead.ts';
import type { LeadDeps } from './deps.ts';
import {
  consentText,
  contactForm,
  requestForm,
  resellerForm,
  type RequestKind,
  type SubmissionResult,
  type Visitor,
} from './model.ts';

/**
 * The forms with a captcha. Each one creates a lead, or fails: `invalid` with the messages of the
 * wrong fields, `rate-limited`, `unavailable` while the captcha can't be verified.
 */
export class LeadForms {
  readonly #deps: LeadDeps;
  readonly #abuseCheck: AbuseCheck;
  readonly #leadCreation: LeadCreation;

  constructor(deps: LeadDeps, abuseCheck: AbuseCheck, creation: LeadCreation) {
    this.#deps = deps;
    this.#abuseCheck = abuseCheck;
    this.#leadCreation = creation;
  }

  async submitContact(form: FormInput, visitor: Visitor): Promise<Outcome<SubmissionResult>> {
    const parsed = parseForm(contactForm, form);
    if (!parsed.ok) return parsed;
    const { turnstile_token, privacy_policy: _, ...fields } = parsed.value;
    return this.#createChecked(turnstile_token, {
      kind: 'contact',
      name: fields.name,
      email: fields.email,
      fields,
      visitor,
      consent: consentText,
    });
  }

  /** A request about one report, named by its code in the field `report_id`. */
  async submitReportRequest(
    kind: RequestKind,
    form: FormInput,
    visitor: Visitor,
    consent: string | undefined,
  ): Promise<Outcome<SubmissionResult>> {
    const parsed = parseForm(requestForm, form);
    if (!parsed.ok) return parsed;
    const { turnstile_token, report_id: code, ...fields } = parsed.value;
    const report = await this.#deps.catalogue.reports.getForSale({ code });
    if (!report) return failWithFieldErrors({ report_id: ['There is no such report.'] });
    return this.#createChecked(turnstile_token, {
      kind,
      name: fields.name,
      email: fields.email,
      fields,
      visitor,
      consent,
      report,
    });
  }

  async submitResellerApplication(
    form: FormInput,
    visitor: Visitor,
  ): Promise<Outcome<SubmissionResult>> {
    const parsed = parseForm(resellerForm, form);
    if (!parsed.ok) return parsed;
    const { turnstile_token, policy: _, ...fields } = parsed.value;
    const country = await this.#deps.getCountryName(fields.country);
    if (country === undefined)
      return failWithFieldErrors({ country: ['Please choose your country.'] });
    return this.#createChecked(turnstile_token, {
      kind: 'reseller',
      name: fields.name,
      email: fields.email,
      fields: { ...fields, country },
      visitor,
      consent: consentText,
    });
  }

  async #createChecked(
    captchaToken: string | undefined,
    newLead: NewLead,
  ): Promise<Outcome<SubmissionResult>> {
    const { email, visitor } = newLead;
    const refusal = await this.#abuseCheck.checkForm(captchaToken, email, visitor);
    return refusal ?? this.#leadCreation.create(newLead);
  }
}

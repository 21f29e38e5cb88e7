import { parseForm, type FormInput } from '../kernel/form-fields.ts';
import type { Outcome, Refusal } from '../kernel/outcome.model.ts';
import type { UploadedFile } from '../kernel/submitted-form.model.ts';
import type { AbuseCheck } from './abuse-check.ts';
import type { LeadCreation } from './create-lead.ts';
import { CvCheck } from './cv-upload.ts';
import type { LeadDeps } from './deps.ts';
import { careerForm, consentText, type SubmissionResult, type Visitor } from './model.ts';

/** The career form, with a CV and without a captcha. */
export class JobApplications {
  readonly #abuseCheck: AbuseCheck;
  readonly #leadCreation: LeadCreation;
  readonly #cvCheck: CvCheck;

  constructor(deps: LeadDeps, abuseCheck: AbuseCheck, creation: LeadCreation) {
    this.#abuseCheck = abuseCheck;
    this.#leadCreation = creation;
    this.#cvCheck = new CvCheck(deps);
  }

  /**
   * Stores the application with its CV. `invalid` at the wrong fields (a CV that is not a harmless
   * document at `cv`), `too-large` for a CV over 10 MiB, `rate-limited`.
   */
  async submit(
    form: FormInput,
    file: UploadedFile | undefined,
    visitor: Visitor,
  ): Promise<Outcome<SubmissionResult>> {
    const parsed = parseForm(careerForm, form);
    const detected = await this.#cvCheck.detectType(file);
    if (!parsed.ok) return detected.ok ? parsed : mergeErrors(parsed, detected);
    if (!detected.ok) return detected;
    const { turnstile_token: _, ...fields } = parsed.value;
    const refusal = await this.#abuseCheck.checkJobApplication(fields.email, visitor);
    if (refusal) return refusal;
    const checked = await this.#cvCheck.checkContent(detected.value);
    if (!checked.ok) return checked;
    return this.#leadCreation.create({
      kind: 'career',
      name: fields.name,
      email: fields.email,
      fields,
      visitor,
      consent: consentText,
      cv: { ...detected.value, sha256: checked.value },
    });
  }
}

const mergeErrors = (formRefusal: Refusal, cvRefusal: Refusal): Refusal => ({
  ...formRefusal,
  errors: { ...formRefusal.errors, ...cvRefusal.errors },
  message: 'Please check the fields that are marked.',
});

import type { Deps } from '../deps.ts';
import { failWithFieldErrors } from '../kernel/form-fields.ts';
import { fail, type Refusal } from '../kernel/outcome.model.ts';
import { failTooManyAttempts } from '../kernel/rate-limit.ts';
import type { Visitor } from './model.ts';

/** Keeps robots and floods out of the forms. Each check answers undefined where all is well. */
export class AbuseCheck {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Rate limits and captcha. Run it after the fields were validated, since a captcha token is valid
   * once. `rate-limited`, `invalid` without a good token, `unavailable` while it can't be verified.
   */
  async checkForm(
    captchaToken: string | undefined,
    email: string,
    visitor: Visitor,
  ): Promise<Refusal | undefined> {
    const { consumeRateLimit } = this.#deps;
    const wait =
      (await consumeRateLimit('lead-ip', visitor.clientIp, 20, 600)) ??
      (await this.#consumeEmailLimit(email));
    if (wait !== undefined) return failTooManyAttempts(wait);
    return this.#checkCaptcha(captchaToken, visitor.clientIp);
  }

  /** Rate limits of job applications, whose form has no captcha. `rate-limited`. */
  async checkJobApplication(email: string, visitor: Visitor): Promise<Refusal | undefined> {
    const { consumeRateLimit } = this.#deps;
    const wait =
      (await consumeRateLimit('job-application-ip', visitor.clientIp, 10, 3600)) ??
      (await this.#consumeEmailLimit(email));
    return wait === undefined ? undefined : failTooManyAttempts(wait);
  }

  #consumeEmailLimit(email: string): Promise<number | undefined> {
    return this.#deps.consumeRateLimit('lead-email', email.toLowerCase(), 10, 3600);
  }

  async #checkCaptcha(token: string | undefined, clientIp: string): Promise<Refusal | undefined> {
    const verdict = token ? await this.#deps.captcha.verify(token, clientIp) : 'failed';
    if (verdict === 'failed')
      return failWithFieldErrors({ turnstile_token: ['Please complete the CAPTCHA.'] });
    if (verdict === 'unavailable') return { ...captchaUnavailable, retryAfterSeconds: 60 };
    return undefined;
  }
}

const captchaUnavailable = fail(
  'unavailable',
  "The check that you are a person can't be made at the moment. Your form was not sent; please " +
    'try again in a few minutes.',
);

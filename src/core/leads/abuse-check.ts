import type { Deps } from '../deps.ts';
import { toMailboxKey } from '../kernel/mailbox-key.ts';
import type { Refusal } from '../kernel/outcome.model.ts';
import { failTooManyAttempts } from '../kernel/rate-limit.ts';
import type { Visitor } from './model.ts';

/**
 * Keeps robots and floods out of the forms. Each check answers undefined if all is well. Nobody
 * is refused for what others do: an email address is counted together with the visitor's network,
 * and once the captcha is solved.
 */
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
    const { clientIp } = visitor;
    const wait = await this.#deps.consumeRateLimit('lead-ip', clientIp, 20, 600);
    if (wait !== undefined) return failTooManyAttempts(wait);
    const refusal = await this.#deps.captchaCheck.refuse(captchaToken, clientIp);
    return refusal ?? this.#checkEmail(email, visitor);
  }

  /** Rate limits of job applications, whose form has no captcha. `rate-limited`. */
  async checkJobApplication(email: string, visitor: Visitor): Promise<Refusal | undefined> {
    const { consumeRateLimit } = this.#deps;
    const wait = await consumeRateLimit('job-application-ip', visitor.clientIp, 10, 3600);
    return wait === undefined ? this.#checkEmail(email, visitor) : failTooManyAttempts(wait);
  }

  async #checkEmail(email: string, { clientIp }: Visitor): Promise<Refusal | undefined> {
    const key = `${toMailboxKey(email)} ${clientIp}`;
    const wait = await this.#deps.consumeRateLimit('lead-email', key, 10, 3600);
    return wait === undefined ? undefined : failTooManyAttempts(wait);
  }
}

import type { Deps } from '../deps.ts';
import type { Refusal } from '../kernel/outcome.model.ts';
import { failTooManyAttempts } from '../kernel/rate-limit.ts';
import type { Visitor } from './model.ts';

/** Limits on guessing passwords and links. Each window ends by itself: no account is locked. */
export class RateLimits {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** `rate-limited` after too many forms from this IP, with this email, or from everybody. */
  async checkForm(action: string, visitor: Visitor, email: string): Promise<Refusal | undefined> {
    const { consumeRateLimit } = this.#deps;
    return toRefusal(
      (await consumeRateLimit(`${action}-ip`, visitor.clientIp, 30, 900)) ??
        (await consumeRateLimit(`${action}-email`, email.toLowerCase(), 10, 900)) ??
        (await consumeRateLimit(`${action}-global`, 'all', 2000, 900)),
    );
  }

  /** `rate-limited` after 30 links that this IP used within 15 minutes. */
  async checkLink(
    action: 'reset-password' | 'confirm-email',
    clientIp: string,
  ): Promise<Refusal | undefined> {
    return toRefusal(await this.#deps.consumeRateLimit(`${action}-ip`, clientIp, 30, 900));
  }

  /** `rate-limited` after 10 checks of a logged-in customer's password within 15 minutes. */
  async checkPassword(customerId: number): Promise<Refusal | undefined> {
    const seconds = await this.#deps.consumeRateLimit(
      'password-check',
      String(customerId),
      10,
      900,
    );
    return toRefusal(seconds);
  }
}

const toRefusal = (retryAfterSeconds: number | undefined): Refusal | undefined =>
  retryAfterSeconds === undefined ? undefined : failTooManyAttempts(retryAfterSeconds);

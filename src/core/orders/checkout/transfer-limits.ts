import { failRateLimited, type Refusal } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';

type Answer = Promise<Refusal | undefined>;

/** A form that is sent twice, by a double click or by going back, comes within this time. */
const repeatMs = 10_000;

export const failTooManyOrders = (retryAfterSeconds: number): Refusal =>
  failRateLimited(
    retryAfterSeconds,
    'Too many orders in a short time. Please try again later, or write to us.',
  );

/**
 * Limits of transfer orders: their email goes to whatever address was typed, before anything is
 * paid. Each needs a captcha, and a visitor places five an hour.
 */
export class TransferLimits {
  readonly #deps: OrderDeps;
  readonly #recent = new Map<string, { readonly at: number; readonly answer: Answer }>();

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * Undefined if the order may be placed; `invalid`, `unavailable`, `rate-limited`. A token is
   * valid once, but the same form sent twice by one browser gets one answer, and counts once.
   */
  check(token: string, visitor: string, browser: string): Answer {
    const at = this.#deps.clock().getTime();
    for (const [key, recent] of this.#recent)
      if (Math.abs(at - recent.at) > repeatMs) this.#recent.delete(key);
    const key = `${visitor} ${browser} ${token}`;
    const answer = this.#recent.get(key)?.answer ?? this.#checkOnce(token, visitor);
    this.#recent.set(key, { at: this.#recent.get(key)?.at ?? at, answer });
    return answer;
  }

  async #checkOnce(token: string, visitor: string): Answer {
    const refusal = await this.#deps.captchaCheck.refuse(token, visitor);
    if (refusal) return refusal;
    const wait = await this.#deps.consumeRateLimit('bank-transfer-ip', visitor, 5, 3600);
    return wait === undefined ? undefined : failTooManyOrders(wait);
  }
}

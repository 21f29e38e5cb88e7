import type { Deps } from '../deps.ts';
import { toMailboxKey } from '../kernel/mailbox-key.ts';
import type { Refusal } from '../kernel/outcome.model.ts';
import { failCaptchaRequired, failTooManyAttempts } from '../kernel/rate-limit.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { Visitor } from './model.ts';

/** Every count ends by itself after a quarter of an hour: no account is locked. */
const windowSeconds = 900;

type Attempt = {
  readonly visitor: Visitor;
  readonly email: string;
  readonly captchaToken: string | undefined;
};

/**
 * Limits on guessing passwords and links. What others do refuses nobody: a browser that has logged
 * in to the account before, a solved captcha, and the first tries of a network that did nothing yet
 * always pass.
 */
export class RateLimits {
  readonly #deps: Deps;
  readonly #knownBrowsers: KnownBrowsers;

  constructor(deps: Deps, parts: { readonly knownBrowsers: KnownBrowsers }) {
    this.#deps = deps;
    this.#knownBrowsers = parts.knownBrowsers;
  }

  /**
   * Counts a form. Undefined if it may be handled; else `rate-limited`, with an error at
   * `turnstile_token` where a captcha is offered and would let it pass, or `unavailable`.
   */
  async checkForm(
    action: string,
    { visitor, email, captchaToken }: Attempt,
  ): Promise<Refusal | undefined> {
    if (await this.#isKnownBrowser(action, visitor, email)) return undefined;
    const wait = await this.#countAttempt(action, visitor.clientIp, toMailboxKey(email));
    if (wait === undefined) return undefined;
    if (!visitor.isCaptchaOffered) return failTooManyAttempts(wait);
    if (!captchaToken) return failCaptchaRequired(wait);
    const captchaWait = await this.#count(`${action}-captcha-ip`, visitor.clientIp, 30);
    if (captchaWait !== undefined) return failTooManyAttempts(captchaWait);
    const refusal = await this.#deps.captchaCheck.refuse(captchaToken, visitor.clientIp);
    return refusal?.code === 'invalid' ? failCaptchaRequired(wait) : refusal;
  }

  /** `rate-limited` after 30 links that this IP used within 15 minutes. */
  async checkLink(
    action: 'reset-password' | 'confirm-email',
    clientIp: string,
  ): Promise<Refusal | undefined> {
    return toRefusal(await this.#count(`${action}-ip`, clientIp, 30));
  }

  /** `rate-limited` after 10 checks of a logged-in customer's password within 15 minutes. */
  async checkPassword(customerId: number): Promise<Refusal | undefined> {
    return toRefusal(await this.#count('password-check', String(customerId), 10));
  }

  /** Ten forms of a known browser pass, whatever others do; further ones count as anybody's. */
  async #isKnownBrowser(action: string, visitor: Visitor, email: string): Promise<boolean> {
    const browser = this.#knownBrowsers.readMark(visitor.knownBrowser, email);
    if (browser === undefined) return false;
    return (await this.#count(`${action}-known-browser`, browser, 10)) === undefined;
  }

  /**
   * Seconds to wait after 30 forms of one network, or 10 for one mailbox. While a mailbox, or the
   * form as a whole, gets very many from everywhere, a network has three only.
   */
  async #countAttempt(
    action: string,
    clientIp: string,
    mailbox: string,
  ): Promise<number | undefined> {
    const wait =
      (await this.#count(`${action}-ip`, clientIp, 30)) ??
      (await this.#count(`${action}-mailbox-ip`, `${mailbox} ${clientIp}`, 10));
    if (wait !== undefined) return wait;
    const attackWait =
      (await this.#count(`${action}-mailbox`, mailbox, 50)) ??
      (await this.#count(`${action}-global`, 'all', 2000));
    return attackWait && this.#count(`${action}-attack-ip`, clientIp, 3);
  }

  #count(name: string, key: string, maxAttempts: number): Promise<number | undefined> {
    return this.#deps.consumeRateLimit(name, key, maxAttempts, windowSeconds);
  }
}

const toRefusal = (retryAfterSeconds: number | undefined): Refusal | undefined =>
  retryAfterSeconds === undefined ? undefined : failTooManyAttempts(retryAfterSeconds);

import type { GivenDeps } from '../given-deps.ts';
import { failWithFieldErrors } from './form-fields.ts';
import { fail, type Refusal } from './outcome.model.ts';

/** The check that somebody who sends a form is a person. */
export class CaptchaCheck {
  readonly #captcha: GivenDeps['captcha'];

  constructor({ captcha }: Pick<GivenDeps, 'captcha'>) {
    this.#captcha = captcha;
  }

  /**
   * Returns undefined for a good token. `invalid` without one, `unavailable` while it can't be
   * verified. A token is valid once, so it is checked after everything else.
   */
  async refuse(token: string | undefined, clientIp: string): Promise<Refusal | undefined> {
    const verdict = token ? await this.#captcha.verify(token, clientIp) : 'failed';
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

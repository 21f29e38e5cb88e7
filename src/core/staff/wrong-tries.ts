import type { Deps } from '../deps.ts';
import { hashSecret } from '../kernel/secrets.ts';
import type { Outcome } from '../kernel/outcome.model.ts';
import { failTooManyAttempts } from '../kernel/rate-limit.ts';

/** Every count ends by itself after a quarter of an hour: nobody is locked out for longer. */
const windowSeconds = 900;

/** How many wrong tries of one kind one key has. */
export type TryLimit = { readonly name: string; readonly key: string; readonly maxTries: number };

/** Counts what somebody guesses. */
export class WrongTries {
  readonly #deps: Pick<Deps, 'consumeRateLimit' | 'resetRateLimit'>;

  constructor(deps: Pick<Deps, 'consumeRateLimit' | 'resetRateLimit'>) {
    this.#deps = deps;
  }

  /**
   * Does what can be guessed at, at most so often in a quarter of an hour. A try is counted before
   * it is made, so that many at once are not more; a right one begins the counts anew.
   * `rate-limited`, or what the work refuses.
   */
  async limit<T>(
    limits: readonly TryLimit[],
    work: () => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const { consumeRateLimit, resetRateLimit } = this.#deps;
    for (const { name, key, maxTries } of limits) {
      const waitSeconds = await consumeRateLimit(name, key, maxTries, windowSeconds);
      if (waitSeconds !== undefined) return failTooManyAttempts(waitSeconds);
    }
    const outcome = await work();
    if (outcome.ok)
      for (const { name, key, maxTries } of limits)
        await resetRateLimit(name, key, maxTries, windowSeconds);
    return outcome;
  }
}

/**
 * Five wrong passwords for an address from one network, and fifty from everywhere. A network from
 * which the person is signed in has a count of its own, so that strangers can't lock them out.
 */
export const limitPasswords = (email: string, ip: string, isKnownNetwork: boolean): TryLimit[] => [
  { name: 'staff-password', key: `${email} ${ip}`, maxTries: 5 },
  ...(isKnownNetwork ? [] : [{ name: 'staff-password-all', key: email, maxTries: 50 }]),
];

/** Recovery codes have 64 random bits, as sixteen hexadecimal digits. */
const looksLikeRecoveryCode = (code: string): boolean =>
  code.replaceAll(/[^0-9a-z]/gi, '').length > 8;

/**
 * Of whoever signs in: five wrong codes from one network, and twenty codes of an app from
 * everywhere, since their six digits could be guessed by many. Recovery codes can't, so that whoever
 * knows a password may use up the app's tries, and its owner still gets in with one.
 */
export const limitSignInCodes = (staffId: number, ip: string, code: string): TryLimit[] =>
  looksLikeRecoveryCode(code)
    ? [{ name: 'staff-recovery-ip', key: `${staffId} ${ip}`, maxTries: 5 }]
    : [
        { name: 'staff-code-ip', key: `${staffId} ${ip}`, maxTries: 5 },
        { name: 'staff-code', key: String(staffId), maxTries: 20 },
      ];

/** Of somebody who is signed in, whom nobody else's tries may stop: five in each session. */
export const limitProofs = (sessionSecret: string): TryLimit[] => [
  { name: 'staff-proof', key: hashSecret(sessionSecret), maxTries: 5 },
];

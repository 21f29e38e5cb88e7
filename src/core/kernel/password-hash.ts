import { timingSafeEqual } from 'node:crypto';
import type { GivenDeps } from '../given-deps.ts';
import { tooCommon } from './common-passwords.model.ts';
import { fail, failRateLimited, ok, type Outcome } from './outcome.model.ts';

type PasswordDeps = Pick<GivenDeps, 'generateSecret' | 'derivePasswordKey' | 'isCommonPassword'>;

/** Passwords, as the database keeps them. */
export class Passwords {
  readonly #deps: PasswordDeps;

  constructor(deps: PasswordDeps) {
    this.#deps = deps;
  }

  /**
   * Returns "scrypt$<salt>$<key>", both in URL-safe base64, of a password that somebody chooses.
   * `invalid` at `password` for one that many people use, `rate-limited` while many others are
   * checked.
   */
  async hash(password: string): Promise<Outcome<string>> {
    const { isCommonPassword, generateSecret, derivePasswordKey } = this.#deps;
    if (isCommonPassword(password)) return fail('invalid', tooCommon, { password: [tooCommon] });
    const salt = Buffer.from(generateSecret(), 'hex');
    const key = await derivePasswordKey(password.normalize('NFKC'), salt);
    return key ? ok(formatHash(salt, key)) : tooManyAtOnce;
  }

  /**
   * True if the password belongs to the hash. Without a hash false, after the same time.
   * `rate-limited` while many others are checked, with a hash or without.
   */
  async verify(password: string, hash: string | undefined): Promise<Outcome<boolean>> {
    const [, salt = '', key = ''] = (hash ?? dummyHash).split('$');
    const derivedKey = await this.#deps.derivePasswordKey(
      password.normalize('NFKC'),
      Buffer.from(salt, 'base64url'),
    );
    if (!derivedKey) return tooManyAtOnce;
    return ok(timingSafeEqual(derivedKey, Buffer.from(key, 'base64url')) && hash !== undefined);
  }
}

const formatHash = (salt: Uint8Array, key: Uint8Array): string =>
  `scrypt$${Buffer.from(salt).toString('base64url')}$${Buffer.from(key).toString('base64url')}`;

/** The hash of no password. Comparing with it takes as long as comparing with a real one. */
const dummyHash = formatHash(new Uint8Array(16), new Uint8Array(32));

const tooManyAtOnce = failRateLimited(
  3,
  'Very many people are logging in at this moment. Please try again in a few seconds.',
);

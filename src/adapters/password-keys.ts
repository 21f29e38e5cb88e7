import { scrypt, type ScryptOptions } from 'node:crypto';
import type { Deps } from '#core/deps.ts';
import { limitConcurrency } from './limit-concurrency.ts';

/** A setting that OWASP recommends for scrypt: N = 2^15, r = 8, p = 3, which takes 32 MB. */
const scryptOptions: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };

/**
 * Derives keys from passwords by scrypt. Two at once leave threads of Node's pool to files, DNS and
 * compression; twenty that wait are about two seconds of work.
 */
export const createPasswordKeys = (): Deps['derivePasswordKey'] =>
  limitConcurrency(deriveKey, { maxRunning: 2, maxWaiting: 20 });

const deriveKey = (password: string, salt: Uint8Array): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, 32, scryptOptions, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

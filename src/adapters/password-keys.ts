import { scrypt, type ScryptOptions } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Deps } from '#core/deps.ts';
import { limitConcurrency } from './limit-concurrency.ts';

/** A setting that OWASP recommends for scrypt: N = 2^15, r = 8, p = 3, which takes 32 MB. */
const scryptOptions: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };

/**
 * Derives keys from passwords by scrypt. One core is left to the pages, and two of Node's four
 * threads to files, DNS and compression; twenty that wait are two to four seconds of work.
 */
export const createPasswordKeys = (): Deps['derivePasswordKey'] =>
  limitConcurrency(deriveKey, {
    maxRunning: Math.min(2, Math.max(1, availableParallelism() - 1)),
    maxWaiting: 20,
  });

const deriveKey = (password: string, salt: Uint8Array): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, 32, scryptOptions, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

import { scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

/** A setting that OWASP recommends for scrypt: N = 2^15, r = 8, p = 3, which takes 32 MB. */
const scryptOptions: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const deriveKey = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, scryptOptions, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** "scrypt$<salt>$<key>", both in URL-safe base64; `secret` is a new random salt in hexadecimal. */
export async function hashPassword(password: string, secret: string): Promise<string> {
  const salt = Buffer.from(secret, 'hex');
  return formatHash(salt, await deriveKey(password, salt));
}

const formatHash = (salt: Buffer, key: Buffer): string =>
  `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;

/** The hash of no password. Comparing with it takes as long as comparing with a real one. */
const dummyHash = formatHash(Buffer.alloc(16), Buffer.alloc(32));

/** True where the password belongs to the hash. Without a hash false, after the same time. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, salt = '', key = ''] = (hash ?? dummyHash).split('$');
  const derivedKey = await deriveKey(password, Buffer.from(salt, 'base64url'));
  return timingSafeEqual(derivedKey, Buffer.from(key, 'base64url')) && hash !== undefined;
}

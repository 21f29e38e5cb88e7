import { scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

/** OWASP's second choice for scrypt: N = 2^16, r = 8, p = 2 costs some 64 MB; ours is N = 2^15, p = 3 (32 MB). */
const scryptOptions: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const deriveKey = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, scryptOptions, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** "scrypt$<salt>$<key>"; `secret` is 128 random bits in hexadecimal, its own for each password. */
export async function hashPassword(password: string, secret: string): Promise<string> {
  const salt = Buffer.from(secret, 'hex');
  return `scrypt$${salt.toString('base64url')}$${(await deriveKey(password, salt)).toString('base64url')}`;
}

/** A hash that no password has: comparing with it costs what comparing with a real one does. */
const dummyHash = `scrypt$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(32).toString('base64url')}`;

/** True where the password is the one of the hash. Without a hash it takes as long, and is false. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, salt = '', key = ''] = (hash ?? dummyHash).split('$');
  const derivedKey = await deriveKey(password, Buffer.from(salt, 'base64url'));
  return timingSafeEqual(derivedKey, Buffer.from(key, 'base64url')) && hash !== undefined;
}

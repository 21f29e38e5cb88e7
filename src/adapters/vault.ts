import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Deps } from '#core/deps.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** The beginning of sealed texts: their form, in case there is ever another one. */
const prefix = 's1.';

/**
 * Seals texts with AES-256-GCM. Its two keys are derived from `secret` (HKDF-SHA256, RFC 5869). The
 * nonce is an HMAC of the text, so that one text has one sealed form, by which a row is found; two
 * texts share a nonce with the odds of 96 random bits. Meant for random secrets: of texts that can
 * be guessed it shows which are equal.
 */
export function createVault(secret: string): Deps['vault'] {
  const deriveKey = (use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `reportstand vault ${use}`, 32));
  const [sealingKey, nonceKey] = [deriveKey('seal'), deriveKey('nonce')];
  return {
    seal: (text) => {
      const nonce = createHmac('sha256', nonceKey).update(text).digest().subarray(0, nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return prefix + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open: (stored) => {
      if (!stored.startsWith(prefix)) return stored;
      const bytes = Buffer.from(stored.slice(prefix.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const opened = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([opened, decipher.final()]).toString('utf8');
    },
  };
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Deps } from '#core/deps.ts';

/** Signs with HMAC-SHA256; comparing takes the same time whatever differs. */
export function createSigner(secret: string): Deps['signer'] {
  const sign = (text: string): string =>
    createHmac('sha256', secret).update(text).digest('base64url');
  return {
    sign,
    isValid: (text, signature) => {
      const [ours, theirs] = [Buffer.from(sign(text)), Buffer.from(signature)];
      return ours.length === theirs.length && timingSafeEqual(ours, theirs);
    },
  };
}

/** The demo's own secret: made once, kept in the data folder, readable by its owner alone. */
export function readOrCreateLinkSecret(dataDir: string): string {
  const file = path.join(dataDir, 'link-secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Deps } from '#core/deps.ts';

/** Signs with HMAC-SHA256; a comparison takes the same time whatever differs. */
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

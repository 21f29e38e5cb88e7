import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { World } from '#core/world.ts';

/** Signs with HMAC-SHA256; comparing takes the same time whatever differs. */
export function createSigning(secret: string): World['sign'] {
  const make = (text: string): string =>
    createHmac('sha256', secret).update(text).digest('base64url');
  return {
    make,
    check: (text, signature) => {
      const [ours, theirs] = [Buffer.from(make(text)), Buffer.from(signature)];
      return ours.length === theirs.length && timingSafeEqual(ours, theirs);
    },
  };
}

/** The demo's own secret: made once, kept in the data folder, readable by its owner alone. */
export function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'link-secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

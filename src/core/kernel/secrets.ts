import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';

/** 64 hexadecimal digits (256 bits): the secret of a session or of a link. */
export const generateLongSecret = (deps: Pick<Deps, 'generateSecret'>): string =>
  deps.generateSecret() + deps.generateSecret();

/** Tables store the SHA-256 of a secret, never the secret. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');

/** Identifies the occasion of an email about a link without giving the link away. */
export const toDedupeKey = (occasion: string, secret: string): string =>
  `${occasion}-${hashSecret(secret).slice(0, 20)}`;

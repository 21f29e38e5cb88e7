import { createHash } from 'node:crypto';
import type { GivenDeps } from '../given-deps.ts';

const tokenPattern = /^[0-9a-f]{32}$/;

/** How sealed texts look within another text (adapters/vault.ts). */
const sealedPattern = /s1\.[\w-]{38,}/g;

/**
 * How the secrets of our links look: 32 hexadecimal digits or more (tokens), or the 43 characters of
 * a signature, which has a capital letter that no address of a page has.
 */
const secretPattern = /(?<![\w-])(?:[0-9a-f]{32,}|(?=[\w-]*[A-Z])[\w-]{43})(?![\w-])/g;

/**
 * Secrets of sessions and links. Those in links that must be shown again, such as that of a seat,
 * are sealed in the database, so that no link works for somebody who reads it or a backup.
 */
export class Secrets {
  readonly #deps: Pick<GivenDeps, 'generateSecret' | 'vault'>;

  constructor(deps: Pick<GivenDeps, 'generateSecret' | 'vault'>) {
    this.#deps = deps;
  }

  /** Returns 64 hexadecimal digits (256 bits): the secret of a session or of a link. */
  generateLong(): string {
    return this.#deps.generateSecret() + this.#deps.generateSecret();
  }

  /** Returns a new secret for a link, and what the database keeps of it. */
  createToken(): { readonly token: string; readonly sealed: string } {
    const token = this.#deps.generateSecret();
    return { token, sealed: this.#deps.vault.seal(token) };
  }

  /**
   * Returns the forms in which the database may have a link's token: sealed, or plain in a row of an
   * earlier version that was not sealed yet. Undefined for a text that is no token, a sealed one
   * among them.
   */
  listStored(token: string): [string, string] | undefined {
    return tokenPattern.test(token) ? [this.#deps.vault.seal(token), token] : undefined;
  }

  /** Returns the text with the secrets of its links sealed, each in its place. */
  seal(text: string): string {
    return text.replaceAll(secretPattern, (secret) => this.#deps.vault.seal(secret));
  }

  /** Returns the text as it was before `seal`; what was never sealed stays. */
  open(text: string): string {
    return text.replaceAll(sealedPattern, (sealed) => this.#deps.vault.open(sealed));
  }
}

/** Tables store the SHA-256 of a secret, never the secret. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');

/** Identifies the occasion of an email about a link without giving the link away. */
export const toDedupeKey = (occasion: string, secret: string): string =>
  `${occasion}-${hashSecret(secret).slice(0, 20)}`;

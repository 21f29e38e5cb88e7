/**
 * Secrets in links that must be shown again, such as that of a seat. The database has them sealed
 * alone, so that no link works for somebody who reads the database or a backup.
 */
import type { Deps } from '../deps.ts';

type Vault = Deps['vault'];

const tokenPattern = /^[0-9a-f]{32}$/;

/** How sealed texts look within another text (adapters/vault.ts). */
const sealedPattern = /s1\.[\w-]{38,}/g;

/**
 * How the secrets of our links look: 32 hexadecimal digits or more (tokens), or the 43 characters of
 * a signature, which has a capital letter that no address of a page has.
 */
const secretPattern = /(?<![\w-])(?:[0-9a-f]{32,}|(?=[\w-]*[A-Z])[\w-]{43})(?![\w-])/g;

/** A new secret for a link, and what the database keeps of it. */
export function createLinkToken({ generateSecret, vault }: Pick<Deps, 'generateSecret' | 'vault'>) {
  const token = generateSecret();
  return { token, sealed: vault.seal(token) };
}

/**
 * The forms in which the database may have a link's token: sealed, or plain in a row of an earlier
 * version that was not sealed yet. Undefined for a text that is no token, a sealed one among them.
 */
export const listStoredTokens = (vault: Vault, token: string): [string, string] | undefined =>
  tokenPattern.test(token) ? [vault.seal(token), token] : undefined;

/** The text with the secrets of its links sealed, each in its place. */
export const sealSecrets = (vault: Vault, text: string): string =>
  text.replaceAll(secretPattern, (secret) => vault.seal(secret));

/** The text as it was before `sealSecrets`; what was never sealed stays. */
export const openSecrets = (vault: Vault, text: string): string =>
  text.replaceAll(sealedPattern, (sealed) => vault.open(sealed));

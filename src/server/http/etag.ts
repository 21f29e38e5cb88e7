/** ETags, which tell one state of an answer from another. Pure. */
import { createHash } from 'node:crypto';

/** Returns the text between the quotes of an ETag. */
export const hashForEtag = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** True if the client has it already, in whichever encoding. */
export const holdsEtag = (ifNoneMatch: string | undefined, hash: string): boolean =>
  ifNoneMatch?.trim() === '*' || (ifNoneMatch ?? '').includes(`"${hash}"`);

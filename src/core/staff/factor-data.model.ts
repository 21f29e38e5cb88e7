/** What a factor's row has in `data`, by its kind. */
import { z } from 'zod';

/** The secret is sealed. */
export const totpDataSchema = z.object({ secret: z.string() });
/** SHA-256 of the codes that were not used yet. */
export const recoveryDataSchema = z.object({ hashes: z.array(z.string()) });
export const passkeyDataSchema = z.object({
  credentialId: z.string(),
  publicKey: z.string(),
  counter: z.number(),
  transports: z.array(z.string()),
});

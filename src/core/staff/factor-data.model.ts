/** The `data` of a factor's row, by its kind. */
import { z } from 'zod';

/** The secret is sealed; `setUp` tells which opening of the page made it. */
export const totpDataSchema = z.object({ secret: z.string(), setUp: z.string().optional() });
/** SHA-256 of the codes that were not used yet. */
export const recoveryDataSchema = z.object({ hashes: z.array(z.string()) });
export const passkeyDataSchema = z.object({
  credentialId: z.string(),
  publicKey: z.string(),
  counter: z.number(),
  transports: z.array(z.string()),
});

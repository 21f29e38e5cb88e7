import { z } from 'zod';
import type { Deps, Log } from '#core/deps.ts';

/** https://ec.europa.eu/assets/taxud/vow-information/swagger_publicVAT.yaml, check-vat-number. */
const answerSchema = z.object({
  valid: z.boolean(),
  requestIdentifier: z.string().optional(),
});

/** The Commission's own REST API. */
export const viesUrl = 'https://ec.europa.eu/taxation_customs/vies/rest-api';

type ViesOptions = {
  /** The REST API, without a trailing slash. */
  readonly baseUrl: string;
  /** 6 s by default: a buyer waits for it. */
  readonly timeoutMs?: number;
  readonly log: Log;
};

/**
 * Checks VAT numbers of the EU with the Commission's VIES, or its simulator. Each member state
 * answers for its own numbers, and is often away: that is `unavailable`, and so is an answer that
 * can't be read.
 */
export function createViesClient(options: ViesOptions): Deps['vatNumbers'] {
  const { baseUrl, timeoutMs = 6000, log } = options;
  return {
    check: async (number, requester) => {
      try {
        const response = await fetch(`${baseUrl}/check-vat-number`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            countryCode: number.prefix,
            vatNumber: number.digits,
            ...(requester && {
              requesterMemberStateCode: requester.prefix,
              requesterNumber: requester.digits,
            }),
          }),
          signal: AbortSignal.timeout(timeoutMs),
          redirect: 'error',
        });
        const { data } = answerSchema.safeParse(await response.json());
        if (!response.ok || !data) {
          log.warn({ status: response.status }, 'VIES could not check a VAT number');
          return { kind: 'unavailable' };
        }
        return data.valid
          ? { kind: 'valid', consultation: data.requestIdentifier || undefined }
          : { kind: 'invalid' };
      } catch (error) {
        log.warn({ error }, 'VIES gave no answer');
        return { kind: 'unavailable' };
      }
    },
  };
}

import { z } from 'zod';
import type { Deps } from '#core/deps.ts';

const siteverifyResponse = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});

/** Refusals that are about us and not about the visitor: nothing is known of him then. */
const configurationErrors = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'internal-error',
  'bad-request',
]);

/**
 * Cloudflare Turnstile's siteverify (or its local counterpart). A token is at most 2,048 characters, good once and for 300 s;
 * the verifier itself keeps that. A token made for another host name than ours is refused.
 */
export function createTurnstileVerifier(options: {
  readonly verifyUrl: string;
  readonly secret: string;
  readonly hostname: string;
  readonly timeoutMs?: number;
}): Deps['captcha'] {
  return {
    verify: async (token, address) => {
      if (token === '' || token.length > 2048) return 'failed';
      try {
        const body = new URLSearchParams({
          secret: options.secret,
          response: token,
          remoteip: address,
        });
        const response = await fetch(options.verifyUrl, {
          method: 'POST',
          body,
          signal: AbortSignal.timeout(options.timeoutMs ?? 8000),
          redirect: 'error',
        });
        const read = siteverifyResponse.parse(await response.json());
        if (read.success)
          return read.hostname === undefined || read.hostname === options.hostname
            ? 'passed'
            : 'failed';
        return read['error-codes'].some((code) => configurationErrors.has(code))
          ? 'unavailable'
          : 'failed';
      } catch {
        return 'unavailable';
      }
    },
  };
}

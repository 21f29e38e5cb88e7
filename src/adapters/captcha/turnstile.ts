import { z } from 'zod';
import type { Deps, Log } from '#core/deps.ts';

type Verdict = Awaited<ReturnType<Deps['captcha']['verify']>>;

const siteverifyResponse = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});

/** Errors that are about our request and say nothing about the visitor. */
const configurationErrors = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'internal-error',
  'bad-request',
]);

/** Turnstile's own limit, in characters. */
const maxTokenLength = 2048;

export type TurnstileOptions = {
  readonly verifyUrl: string;
  readonly secret: string;
  /** Tokens of pages on other host names fail. */
  readonly hostname: string;
  /** 8 s by default. */
  readonly timeoutMs?: number;
  /** Told why the verifier gave no verdict. */
  readonly log: Log;
};

/**
 * Verifies tokens by Cloudflare Turnstile's siteverify, or its simulator's. A token passes once and
 * for 300 s, which siteverify keeps track of.
 */
export function createTurnstileVerifier(options: TurnstileOptions): Deps['captcha'] {
  const { verifyUrl, secret, hostname, timeoutMs = 8000, log } = options;
  return {
    verify: async (token, clientIp) => {
      if (token === '' || token.length > maxTokenLength) return 'failed';
      try {
        const response = await fetch(verifyUrl, {
          method: 'POST',
          body: new URLSearchParams({
            secret,
            response: token,
            remoteip: clientIp.replace('/64', ''),
          }),
          signal: AbortSignal.timeout(timeoutMs),
          redirect: 'error',
        });
        const answer = siteverifyResponse.parse(await response.json());
        const verdict = judge(answer, hostname);
        if (verdict === 'unavailable')
          log.error({ codes: answer['error-codes'] }, 'the captcha verifier refuses our requests');
        return verdict;
      } catch (error) {
        log.warn({ error }, 'the captcha verifier gave no answer');
        return 'unavailable';
      }
    },
  };
}

function judge(answer: z.infer<typeof siteverifyResponse>, ownHostname: string): Verdict {
  const { success, hostname = ownHostname, 'error-codes': errors } = answer;
  if (success) return hostname === ownHostname ? 'passed' : 'failed';
  return errors.some((code) => configurationErrors.has(code)) ? 'unavailable' : 'failed';
}

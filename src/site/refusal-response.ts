import type { Refusal } from '#core/kernel/outcome.model.ts';
import { refusalStatus } from '#src/refusal-status.ts';

/** Pages whose address holds a secret tell it to no other site. */
export const sameOriginReferrer = { 'referrer-policy': 'same-origin' };

/** What a page's loader or action answers a refusal with: its HTTP status, and the seconds until a try is worth it. */
export const refusalInit = (
  { code, retryAfterSeconds }: Pick<Refusal, 'code' | 'retryAfterSeconds'>,
  headers: Readonly<Record<string, string>> = {},
): { status: number; headers: Record<string, string> } => ({
  status: refusalStatus[code],
  headers: {
    ...headers,
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  },
});

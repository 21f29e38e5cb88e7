import type { RefusalCode } from '#core/kernel/outcome.model.ts';

/** The HTTP status of each refusal, for every door: pages, the JSON contract and the server's own routes. */
export const refusalStatus = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'proof-needed': 403,
  'not-found': 404,
  conflict: 409,
  'timed-out': 408,
  gone: 410,
  'too-large': 413,
  'unsupported-type': 415,
  invalid: 422,
  'rate-limited': 429,
  'provider-failed': 502,
  'provider-unreachable': 502,
  unavailable: 503,
} as const satisfies Record<RefusalCode, number>;

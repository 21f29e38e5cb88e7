/**
 * Why a verb said no, in the words of the business. `src/faults/refusal-status.ts` has the HTTP
 * status of each.
 */
export type RefusalCode =
  /** The input can't be read at all. */
  | 'malformed'
  /** Thrown if what was sent did not arrive in time. */
  | 'timed-out'
  | 'unauthenticated'
  | 'forbidden'
  /** Allowed, once identity is proved again. */
  | 'proof-needed'
  | 'not-found'
  /** It contradicts what is there already: paid before, taken, closed. */
  | 'conflict'
  /** It was there, and is not any more. */
  | 'gone'
  | 'too-large'
  | 'unsupported-type'
  /** Fields are at fault; `errors` says which. */
  | 'invalid'
  | 'rate-limited'
  /** The payment provider refused, or gave no clear answer. */
  | 'provider-failed'
  /** A payment could not be started since the provider did not answer: trying again is safe. */
  | 'provider-unreachable'
  /** Something that we need is away for a moment. */
  | 'unavailable';

/** A verb said no. Nothing was changed. */
export type Refusal = {
  readonly ok: false;
  readonly code: RefusalCode;
  readonly message: string;
  /** Field name to sentences; only if fields are at fault. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** Seconds until a try is worth it; with `rate-limited` and `unavailable`. */
  readonly retryAfterSeconds?: number;
};

/** A verb's answer: the value, or a refusal. Faults (a lost database, a bug) are thrown instead. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal;

export const ok = <T>(value: T): Outcome<T> => ({ ok: true, value });

export const fail = (code: RefusalCode, message: string, errors?: Refusal['errors']): Refusal => ({
  ok: false,
  code,
  message,
  ...(errors ? { errors } : {}),
});

/** Too many tries: `retryAfterSeconds` until the next one counts. */
export const failRateLimited = (retryAfterSeconds: number, message: string): Refusal => ({
  ...fail('rate-limited', message),
  retryAfterSeconds,
});

/** Why something was refused. Pages, API and server map each code to an HTTP status. */
export type RefusalCode =
  /** The input can't be read at all. */
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  /** It contradicts the current state: paid already, taken, closed. */
  | 'conflict'
  | 'too-large'
  | 'unsupported-type'
  /** Wrong fields, which `errors` names. */
  | 'invalid'
  | 'rate-limited'
  /** The payment provider refused, or gave no clear answer. */
  | 'provider-failed'
  /** Something that we depend on does not answer at the moment. */
  | 'unavailable';

/** The request was refused, and nothing was changed. */
export type Refusal = {
  readonly ok: false;
  readonly code: RefusalCode;
  readonly message: string;
  /** Field name to messages; only where fields are wrong. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** Seconds to wait before the next attempt; with `rate-limited` and `unavailable`. */
  readonly retryAfterSeconds?: number;
};

/** The value or a refusal. Faults (the database is down, a bug) are thrown instead. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal;

export const ok = <T>(value: T): Outcome<T> => ({ ok: true, value });

export const fail = (code: RefusalCode, message: string, errors?: Refusal['errors']): Refusal => ({
  ok: false,
  code,
  message,
  ...(errors ? { errors } : {}),
});

/** `rate-limited`: the next attempt is possible after `retryAfterSeconds`. */
export const failRateLimited = (retryAfterSeconds: number, message: string): Refusal => ({
  ...fail('rate-limited', message),
  retryAfterSeconds,
});

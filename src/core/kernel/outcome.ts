/** Why a verb said no. The status is the HTTP status that every door answers it with. */
export type Refusal = {
  readonly ok: false;
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 502 | 503;
  readonly message: string;
  /** Field name to sentences; only where fields are at fault. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** Seconds until a try is worth it; with 429 and 503. */
  readonly retryAfterSeconds?: number;
};

/** A verb's answer: the value, or a refusal. Faults (a lost database, a bug) are thrown instead. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal;

export const ok = <T>(value: T): Outcome<T> => ({ ok: true, value });

export const fail = (
  status: Refusal['status'],
  message: string,
  errors?: Refusal['errors'],
): Refusal => ({ ok: false, status, message, ...(errors ? { errors } : {}) });

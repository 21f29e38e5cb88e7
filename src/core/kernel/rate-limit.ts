import { failRateLimited, type Refusal } from './outcome.model.ts';

/** `rate-limited`, with the minutes to wait in the message. */
export function failTooManyAttempts(retryAfterSeconds: number): Refusal {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return failRateLimited(
    retryAfterSeconds,
    `Too many attempts. Please try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
  );
}

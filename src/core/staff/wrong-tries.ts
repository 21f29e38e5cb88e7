import type { Deps } from '../deps.ts';
import type { Outcome } from '../kernel/outcome.model.ts';
import { failTooManyAttempts } from '../kernel/rate-limit.ts';

/** Every count ends by itself after a quarter of an hour: nobody is locked out for longer. */
const windowSeconds = 900;

/** How many wrong tries of one kind one key has. */
export type TryLimit = { readonly name: string; readonly key: string; readonly maxTries: number };

/**
 * Does what can be guessed at, at most so often in a quarter of an hour. A try is counted before it
 * is made, so that many at once are not more; a right one begins the counts anew. `rate-limited`,
 * or what the work refuses.
 */
export async function limitWrongTries<T>(
  deps: Pick<Deps, 'consumeRateLimit' | 'resetRateLimit'>,
  limits: readonly TryLimit[],
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  for (const { name, key, maxTries } of limits) {
    const waitSeconds = await deps.consumeRateLimit(name, key, maxTries, windowSeconds);
    if (waitSeconds !== undefined) return failTooManyAttempts(waitSeconds);
  }
  const outcome = await work();
  if (outcome.ok)
    for (const { name, key, maxTries } of limits)
      await deps.resetRateLimit(name, key, maxTries, windowSeconds);
  return outcome;
}

/** Five wrong codes from one network, twenty from everywhere: they know the password. */
export const limitCodes = (staffId: number, ip: string): TryLimit[] => [
  { name: 'staff-code-ip', key: `${staffId} ${ip}`, maxTries: 5 },
  { name: 'staff-code', key: String(staffId), maxTries: 20 },
];

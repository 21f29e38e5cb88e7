import pLimit from 'p-limit';

/**
 * The work, of which `maxRunning` run at once and `maxWaiting` wait, in the order of their arrival.
 * Further ones are refused at once: undefined.
 */
export function limitConcurrency<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
  { maxRunning, maxWaiting }: { readonly maxRunning: number; readonly maxWaiting: number },
): (...args: Args) => Promise<Result | undefined> {
  const limit = pLimit(maxRunning);
  return async (...args) =>
    limit.activeCount + limit.pendingCount < maxRunning + maxWaiting
      ? limit(() => work(...args))
      : undefined;
}

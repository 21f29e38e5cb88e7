/**
 * The work, of which `maxRunning` run at once and `maxWaiting` wait, in the order of their arrival.
 * Further ones are refused at once: undefined.
 */
export function limitConcurrency<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
  { maxRunning, maxWaiting }: { readonly maxRunning: number; readonly maxWaiting: number },
): (...args: Args) => Promise<Result | undefined> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (...args) => {
    if (running < maxRunning) running++;
    else if (waiting.length >= maxWaiting) return undefined;
    // A call that ends hands its place on, so that nobody who comes later can take it.
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work(...args);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

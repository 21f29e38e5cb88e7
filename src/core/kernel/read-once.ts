import { AsyncLocalStorage } from 'node:async_hooks';

/** What the page that is made reads, by name. */
type Readings = Map<string, Promise<unknown>>;

const pages = new AsyncLocalStorage<Readings>();

/** Everything that `work` calls and awaits reads each thing of `readOnce` once, newly. */
export const readEachOnce = <T>(work: () => T): T => pages.run(new Map(), work);

/**
 * Returns what `read` does: while one page is made for the first caller, whose answer the others
 * share. Elsewhere everybody reads. Not for a transaction, which reads by its own connection.
 */
export function readOnce<T>(name: string, read: () => Promise<T>): Promise<T> {
  const readings = pages.getStore();
  if (!readings) return read();
  const known = readings.get(name) as Promise<T> | undefined;
  const reading = known ?? read();
  readings.set(name, reading);
  return reading;
}

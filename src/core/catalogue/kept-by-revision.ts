import type { Database } from '../deps.ts';
import { getRevision } from './reports.store.ts';

/** More keys than these are not kept: somebody is trying them out. */
const maxKept = 500;

/**
 * A function that reads what depends on the catalogue alone, once for each key until the catalogue
 * changes in any process. Callers share what it returns.
 */
export function keepByRevision<Value>(
  db: Database,
  read: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const kept = new Map<string, Promise<Value>>();
  let keptRevision = '';
  return async (key) => {
    // Asked before it is read: what is kept is never older than the revision says.
    const revision = await getRevision(db);
    if (revision !== keptRevision || kept.size >= maxKept) kept.clear();
    keptRevision = revision;
    const known = kept.get(key);
    if (known) return known;
    const reading = read(key);
    kept.set(key, reading);
    reading.catch(() => kept.delete(key));
    return reading;
  };
}

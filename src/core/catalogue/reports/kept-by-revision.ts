import type { Database } from '../../deps.ts';
import { getRevision } from './reports.store.ts';

/** More are not kept: somebody is trying out filters. */
const maxKept = 100;

/**
 * A function that reads what depends on the catalogue alone, once for each key until the catalogue
 * changes in any process. Callers share what it returns.
 */
export function keepByRevision<Asked, Value>(
  db: Database,
  toKey: (asked: Asked) => string,
  read: (asked: Asked) => Promise<Value>,
): (asked: Asked) => Promise<Value> {
  const kept = new Map<string, Promise<Value>>();
  let keptRevision = '';
  return async (asked) => {
    // Asked before it is read: what is kept is never older than the revision says.
    const revision = await getRevision(db);
    if (revision !== keptRevision || kept.size >= maxKept) kept.clear();
    keptRevision = revision;
    const key = toKey(asked);
    const known = kept.get(key);
    if (known) return known;
    const reading = read(asked);
    kept.set(key, reading);
    reading.catch(() => kept.delete(key));
    return reading;
  };
}

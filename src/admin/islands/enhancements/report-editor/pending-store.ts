/**
 * Changes that are not acknowledged, in the browser's IndexedDB: they survive a closed tab. Each tab
 * has its own, so that two of them with one report don't take each other's.
 */
import type { Pending } from './save-queue.ts';
import { claimTab, listOpenTabs } from './tab-id.ts';

type Entry = {
  readonly path: string;
  readonly pending: Pending;
  readonly tab: string;
  /** When it was typed, in ms since 1970. */
  readonly at: number;
};

/** A field's text that was never saved. */
export type LeftChange = {
  readonly path: string;
  readonly pending: Pending;
  /**
   * Other texts of the field, which earlier tabs left behind; each is there until it is forgotten.
   */
  readonly earlier: readonly { readonly value: unknown; readonly forget: () => void }[];
};

export type PendingStore = {
  /**
   * What this tab had before it was loaded again, and what closed tabs left; it is this tab's now.
   */
  readonly takeOver: () => Promise<readonly LeftChange[]>;
  readonly keep: (path: string, pending: Pending | undefined) => void;
};

const storeName = 'changes';

/** Of one report and one member of staff. Where the browser keeps nothing, neither does this. */
export async function openPendingStore(key: string): Promise<PendingStore> {
  const [database, tab] = await Promise.all([openDatabase(), claimTab()]);
  const toKey = (owner: string, path: string): string => `${key} ${owner} ${path}`;
  const open = (mode: IDBTransactionMode): IDBObjectStore | undefined =>
    database?.transaction(storeName, mode).objectStore(storeName);
  const forget = ({ tab: owner, path }: Entry): void =>
    void open('readwrite')?.delete(toKey(owner, path));
  return {
    takeOver: async () => {
      const openTabs = await listOpenTabs();
      const all = await listEntries(open('readonly'), key);
      const left = all.filter((entry) => entry.tab === tab || !openTabs?.has(entry.tab));
      const store = open('readwrite');
      return groupByPath(left, tab).map(({ first, earlier }) => {
        const { path, pending } = first;
        store?.put({ ...first, tab }, toKey(tab, path));
        if (first.tab !== tab) store?.delete(toKey(first.tab, path));
        return {
          path,
          pending,
          earlier: earlier.map((entry) => ({
            value: entry.pending.after,
            forget: () => forget(entry),
          })),
        };
      });
    },
    keep: (path, pending) => {
      if (pending === undefined) open('readwrite')?.delete(toKey(tab, path));
      else open('readwrite')?.put({ path, pending, tab, at: Date.now() }, toKey(tab, path));
    },
  };
}

function listEntries(store: IDBObjectStore | undefined, key: string): Promise<readonly Entry[]> {
  return new Promise((resolve) => {
    const request = store?.getAll(IDBKeyRange.bound(`${key} `, `${key} \uffff`));
    if (!request) return resolve([]);
    request.addEventListener('success', () => resolve(request.result as Entry[]));
    request.addEventListener('error', () => resolve([]));
  });
}

/** By field: this tab's own text, or else the newest one, and the others. */
function groupByPath(entries: readonly Entry[], tab: string) {
  const byPath = Map.groupBy(entries, ({ path }) => path);
  return [...byPath.values()].flatMap((group) => {
    const sorted = group.toSorted((a, b) => b.at - a.at);
    const first = sorted.find((entry) => entry.tab === tab) ?? sorted[0];
    return first ? [{ first, earlier: sorted.filter((entry) => entry !== first) }] : [];
  });
}

function openDatabase(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const request = indexedDB.open('report-editor', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => resolve(undefined));
  });
}

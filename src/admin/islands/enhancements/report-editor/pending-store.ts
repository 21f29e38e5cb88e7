/**
 * Changes that are not acknowledged, in the browser's IndexedDB: they survive a closed tab. Each tab
 * has its own, so that two of them with one report don't take each other's.
 */
import type { Pending } from './save-queue.ts';

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
   * Returns the changes that this tab had before it was loaded again, and those of closed tabs,
   * which are this tab's now.
   */
  readonly takeOver: () => Promise<readonly LeftChange[]>;
  readonly keep: (path: string, pending: Pending | undefined) => void;
};

const storeName = 'changes';

/** Of one report and one member of staff. If the browser keeps nothing, neither does this. */
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

/**
 * The storage's key of a tab's name: the same after a reload, and never that of another one. A
 * closed tab's name is held by nobody any more, so that what it has not saved can be taken over.
 */
const storageKey = 'editor-tab';
const toLock = (tab: string): string => `report-editor ${tab}`;
/** The page before this one in the same tab may still be going. */
const patienceMs = 1500;

async function claimTab(): Promise<string> {
  const known = read();
  if (known !== undefined && (await hold(known))) return known;
  const tab = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
  write(tab);
  await hold(tab);
  return tab;
}

/** The tabs that are open now, this one as well; undefined if the browser does not tell. */
async function listOpenTabs(): Promise<ReadonlySet<string> | undefined> {
  const locks = await getLocks()?.query();
  if (!locks) return undefined;
  const prefix = toLock('');
  const names = (locks.held ?? []).map(({ name = '' }) => name);
  return new Set(
    names.flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : [])),
  );
}

/** Missing on pages that did not come by HTTPS. */
const getLocks = (): LockManager | undefined =>
  (navigator as { readonly locks?: LockManager }).locks;

/** False if another tab has this name: one that was duplicated has its storage too. */
function hold(tab: string): Promise<boolean> {
  const locks = getLocks();
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(patienceMs);
    locks
      .request(toLock(tab), { signal }, () => {
        resolve(true);
        // Held until the page goes.
        return new Promise<never>(() => {});
      })
      .catch(() => resolve(false));
  });
}

function read(): string | undefined {
  try {
    return sessionStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(tab: string): void {
  try {
    sessionStorage.setItem(storageKey, tab);
  } catch {
    // A name for this page alone.
  }
}

/** Changes that are not acknowledged, in the browser's IndexedDB: they survive a closed tab. */
import type { Pending } from './save-queue.ts';

type Entry = { readonly path: string; readonly pending: Pending };

export type PendingStore = {
  readonly list: () => Promise<readonly Entry[]>;
  readonly keep: (path: string, pending: Pending | undefined) => void;
};

const storeName = 'changes';

/** Of one report and one member of staff. Where the browser keeps nothing, neither does this. */
export async function openPendingStore(key: string): Promise<PendingStore> {
  const database = await openDatabase();
  const toKey = (path: string): string => `${key} ${path}`;
  const open = (mode: IDBTransactionMode): IDBObjectStore | undefined =>
    database?.transaction(storeName, mode).objectStore(storeName);
  return {
    list: () =>
      new Promise((resolve) => {
        const range = IDBKeyRange.bound(`${key} `, `${key} \uffff`);
        const request = open('readonly')?.getAll(range);
        if (!request) return resolve([]);
        request.addEventListener('success', () => resolve(request.result as Entry[]));
        request.addEventListener('error', () => resolve([]));
      }),
    keep: (path, pending) => {
      if (pending === undefined) open('readwrite')?.delete(toKey(path));
      else open('readwrite')?.put({ path, pending }, toKey(path));
    },
  };
}

function openDatabase(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const request = indexedDB.open('report-editor', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => resolve(undefined));
  });
}

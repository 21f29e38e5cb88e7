/**
 * What a tab is called: the same after a reload, and never that of another one. A closed tab's name
 * is held by nobody any more, so that what it has not saved can be taken over.
 */
const storageKey = 'editor-tab';
const toLock = (tab: string): string => `report-editor ${tab}`;
/** The page before this one in the same tab may still be going. */
const patienceMs = 1500;

export async function claimTab(): Promise<string> {
  const known = read();
  if (known !== undefined && (await hold(known))) return known;
  const tab = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
  write(tab);
  await hold(tab);
  return tab;
}

/** The tabs that are open now, this one as well; undefined where the browser does not tell. */
export async function listOpenTabs(): Promise<ReadonlySet<string> | undefined> {
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

/** False where another tab has this name: one that was duplicated has its storage too. */
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

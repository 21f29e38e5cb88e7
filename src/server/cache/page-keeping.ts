import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#core/deps.ts';
import type { KeptPages } from '#adapters/kept-pages/index.ts';
import { limitConcurrency } from '#adapters/limit-concurrency.ts';
import { fromKeptPage, toKeptPage, type CachedPage } from './cached-page.ts';
import type { PageCache } from './page-cache.ts';

type PageKeepingOptions = {
  readonly keptPages: Pick<KeptPages, 'find' | 'store'>;
  readonly cache: PageCache;
  /** Resolves when the cache has dropped what was invalidated before; false if it can't. */
  readonly settle: () => Promise<boolean>;
  readonly log: Log;
  readonly maxFindMs?: number;
};

/** What is known of a page before it is rendered. */
export type Found = {
  readonly page?: CachedPage | undefined;
  /** undefined if the page can't be kept. */
  readonly snapshot?: string | undefined;
};

/** What was read for a page, and when. */
export type Made = {
  /** From before anything was read. */
  readonly snapshot: string;
  /** The cache's generation then. */
  readonly generation: number;
  /** False for a page that nobody has asked for now. */
  readonly isAsked: boolean;
};

/** Few of the database's connections are for kept pages. */
const reads = { maxRunning: 4, maxWaiting: 200 };
const writes = { maxRunning: 2, maxWaiting: 20 };

/**
 * Finds pages beyond the process before they are rendered, and stores those that were. Where the
 * database is slow or refuses, pages are rendered as if there were no such place.
 */
export class PageKeeping {
  readonly #options: PageKeepingOptions;
  readonly #findSoon: (key: string) => Promise<Found | undefined>;
  readonly #storeSoon: (page: CachedPage, made: Made) => Promise<void>;
  readonly #storing = new Set<Promise<void>>();
  #hasFailed = false;

  constructor(options: PageKeepingOptions) {
    this.#options = options;
    this.#findSoon = limitConcurrency((key: string) => this.#find(key), reads);
    this.#storeSoon = limitConcurrency(
      (page: CachedPage, made: Made) => this.#store(page, made),
      writes,
    );
  }

  /** Nothing if there was no answer in time: the page is rendered then, and not kept. */
  async find(key: string): Promise<Found> {
    const { maxFindMs = 1000 } = this.#options;
    const waiting = new AbortController();
    const late = sleep(maxFindMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    const found = await Promise.race([this.#findSoon(key), late]);
    waiting.abort();
    return found ?? {};
  }

  /** The page is kept soon, unless something was dropped meanwhile, or too many others wait. */
  keep(page: CachedPage, made: Made): void {
    const storing = this.#storeSoon(page, made);
    this.#storing.add(storing);
    void storing.finally(() => this.#storing.delete(storing));
  }

  /** Nothing is being stored afterwards. */
  async close(): Promise<void> {
    await Promise.all(this.#storing);
  }

  async #find(key: string): Promise<Found> {
    return this.#try<Found>({}, async () => {
      const { page, snapshot } = await this.#options.keptPages.find(key);
      return { page: page && fromKeptPage(page), snapshot };
    });
  }

  /**
   * What a page shows may come from the process's own memory. So what had been dropped before its
   * snapshot must have arrived here before it was rendered; that is known once all has arrived.
   */
  async #store(page: CachedPage, { snapshot, generation, isAsked }: Made): Promise<void> {
    const { cache, keptPages, settle } = this.#options;
    return this.#try(undefined, async () => {
      const body = await cache.getBody(page, 'br');
      const hasSettled = await settle();
      if (hasSettled && cache.generation === generation)
        await keptPages.store(toKeptPage(page, body), snapshot, { isAsked });
    });
  }

  /** What fails is logged once until something succeeds again. */
  async #try<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.#hasFailed = false;
      return result;
    } catch (error) {
      const { log } = this.#options;
      if (!this.#hasFailed) log.warn({ error }, 'finished pages can not be kept in the database');
      this.#hasFailed = true;
      return otherwise;
    }
  }
}

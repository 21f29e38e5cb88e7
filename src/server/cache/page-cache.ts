import { LRUCache } from 'lru-cache';
import {
  compressPage,
  measurePageBytes,
  recompressPage,
  type CachedPage,
  type RenderedPage,
} from './cached-page.ts';

/** After so long a page that is still cached gets its smallest brotli body. */
const recompressDelayMs = 2000;

/**
 * Rendered pages in memory, one entry for each path and query, dropped by tag when a write commits.
 * Beyond `maxBytes` (bodies, headers and keys) the least recently used page goes first.
 */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #keysByTag = new Map<string, Set<string>>();
  #generation = 0;

  constructor(maxBytes: number) {
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (page, key) => measurePageBytes(page) + key.length,
      dispose: (page, key) => this.#removeTags(key, page.tags),
    });
  }

  /** Grows with every invalidation: a page rendered from data read before one is not cached. */
  get generation(): number {
    return this.#generation;
  }

  find(key: string): CachedPage | undefined {
    return this.#pages.get(key);
  }

  /**
   * Compresses a page and caches it under `key`, unless something was invalidated since
   * `generation`. Resolves to the compressed page either way.
   */
  async store(key: string, page: RenderedPage, generation: number): Promise<CachedPage> {
    const entry = await compressPage(page);
    if (generation !== this.#generation) return entry;
    this.#pages.set(key, entry);
    if (!this.#pages.has(key)) return entry;
    for (const tag of entry.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set<string>();
      this.#keysByTag.set(tag, keys.add(key));
    }
    setTimeout(() => {
      if (this.#pages.peek(key) === entry) void recompressPage(entry);
    }, recompressDelayMs).unref();
    return entry;
  }

  /** No page that carries one of the tags is served from the cache afterwards. */
  invalidateTags(tags: readonly string[]): void {
    this.#generation++;
    for (const tag of tags)
      for (const key of [...(this.#keysByTag.get(tag) ?? [])]) this.#pages.delete(key);
  }

  /** The cache is empty afterwards. */
  clear(): void {
    this.#generation++;
    this.#pages.clear();
  }

  #removeTags(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }
}

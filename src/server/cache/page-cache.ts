import { LRUCache } from 'lru-cache';
import {
  createCachedPage,
  makeBody,
  measurePageBytes,
  type CachedBody,
  type CachedPage,
  type Effort,
  type Encoding,
  type RenderedPage,
} from './cached-page.ts';
import { Recompression } from './recompression.ts';

type PageCacheOptions = {
  readonly maxBytes: number;
  /** True while pages are being rendered: nothing is compressed in the background then. */
  readonly isBusy?: () => boolean;
};

/**
 * Rendered pages in memory, one entry for each path and query, dropped by tag when a write commits.
 * Beyond `maxBytes` (everything that an entry holds) the least recently used page goes first.
 */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #keysByTag = new Map<string, Set<string>>();
  /** Bodies that are being made, by encoding and key. */
  readonly #making = new Map<string, Promise<CachedBody>>();
  /** Pages that were asked for a second time, and whose smallest body was ordered. */
  readonly #recompressed = new WeakSet<CachedPage['notModifiedHeaders']>();
  readonly #recompression: Recompression;
  #generation = 0;

  constructor({ maxBytes, isBusy = () => false }: PageCacheOptions) {
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: measurePageBytes,
      dispose: (page, key) => this.#removeTags(key, page.tags),
    });
    this.#recompression = new Recompression({
      isBusy,
      recompress: async (key) => {
        const page = this.#pages.peek(key);
        if (page) await this.#make(page, 'br', 'smallest').catch(() => {});
      },
    });
  }

  /** Grows with every invalidation: a page rendered from data read before one is not cached. */
  get generation(): number {
    return this.#generation;
  }

  /** Memory of all pages. */
  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  /** The page; asked for a second time, it is compressed as small as it gets soon afterwards. */
  find(key: string): CachedPage | undefined {
    const page = this.#pages.get(key);
    const mark = page?.notModifiedHeaders;
    if (mark && !this.#recompressed.has(mark) && this.#recompression.add(key))
      this.#recompressed.add(mark);
    return page;
  }

  /** The keys of all pages, the latest asked for first. */
  listKeys(): string[] {
    return [...this.#pages.keys()];
  }

  /**
   * Caches a page under `key`, unless something was invalidated since `generation`. Returns the
   * page either way.
   */
  store(key: string, page: RenderedPage, generation: number): CachedPage {
    const entry = createCachedPage(key, page);
    this.add(entry, generation);
    return entry;
  }

  /** The same for a page that is finished. */
  add(page: CachedPage, generation: number): void {
    if (generation === this.#generation) this.#put(page);
  }

  /** The page's body. It is made fast when it is first asked for, and kept with the page. */
  async getBody(page: CachedPage, encoding: Encoding): Promise<CachedBody> {
    const cached = this.#pages.peek(page.key);
    const { bodies } = cached?.etag === page.etag ? cached : page;
    const existing = bodies[encoding];
    if (existing) return existing;
    const name = `${encoding} ${page.etag} ${page.key}`;
    const making =
      this.#making.get(name) ??
      this.#make(page, encoding, 'fast').finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    return making;
  }

  /** No page that carries one of the tags is served from the cache afterwards. */
  invalidateTags(tags: readonly string[]): void {
    if (tags.length === 0) return;
    this.#generation++;
    for (const tag of tags)
      for (const key of Array.from(this.#keysByTag.get(tag) ?? [])) this.#pages.delete(key);
  }

  /** The cache has at most half of its memory afterwards; the least recently used pages go. */
  shrink(): void {
    const maxBytes = this.bytes / 2;
    while (this.bytes > maxBytes && this.#pages.pop());
  }

  /** The cache is empty afterwards. */
  clear(): void {
    this.#generation++;
    this.#pages.clear();
  }

  /** If the page is still cached, it holds this body afterwards. */
  async #make(page: CachedPage, encoding: Encoding, effort: Effort): Promise<CachedBody> {
    const body = await makeBody(page, encoding, effort);
    const current = this.#pages.peek(page.key);
    if (current?.etag === page.etag)
      this.#put({ ...current, bodies: { ...current.bodies, [encoding]: body } });
    return body;
  }

  #put(page: CachedPage): void {
    this.#pages.set(page.key, page);
    if (!this.#pages.has(page.key)) return;
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set<string>();
      this.#keysByTag.set(tag, keys.add(page.key));
    }
  }

  #removeTags(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }
}

import { pageCacheKey } from './cache/cache-key.ts';

type Options = {
  /** The key of an address that has a page. */
  readonly findKey: (key: string) => Promise<string | undefined>;
  readonly findCachedStatus: (key: string) => number | undefined;
  /** Renders the page into the cache. */
  readonly build: (key: string) => Promise<number>;
  readonly renderUncached: (path: string) => Promise<number>;
};

/** What our own addresses would answer to a visitor. */
export class PageStatus {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The HTTP status of the page at a path of ours, which may have a query and a fragment. */
  async find(path: string): Promise<number> {
    const { findKey, findCachedStatus, build, renderUncached } = this.#options;
    const [address = '/'] = path.split('#');
    const wanted = pageCacheKey(address);
    if (wanted === undefined) return renderUncached(address);
    const key = await findKey(wanted);
    if (key === undefined) return 404;
    return findCachedStatus(key) ?? build(key);
  }
}

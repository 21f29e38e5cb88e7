import { pageCacheKey } from './cache/cache-key.ts';
import type { BuiltPage } from './cache/build-page.ts';

type Options = {
  /** The key of an address that may have a page. */
  readonly findKey: (key: string) => Promise<string | undefined>;
  readonly findCachedStatus: (key: string) => number | undefined;
  readonly build: (key: string) => Promise<BuiltPage>;
};

/**
 * Where a redirect of staff leads today: its page may have moved since, and visitors come to it in
 * one hop.
 */
export const createEndFinder =
  ({ findKey, findCachedStatus, build }: Options) =>
  async (target: string): Promise<string> => {
    const [address = '', fragment] = target.split('#');
    const wanted = address.startsWith('/') ? pageCacheKey(address) : undefined;
    const key = wanted === undefined ? undefined : await findKey(wanted);
    if (key === undefined || findCachedStatus(key) !== undefined) return target;
    const page = await build(key);
    const location = 'uncached' in page ? page.uncached.headers['location'] : undefined;
    if (location === undefined) return target;
    return fragment === undefined ? location : `${location}#${fragment}`;
  };

import { cacheKeyParams } from './cache-policy.ts';

/** Pages are cached under one spelling: no percent signs, capitals in front, or doubled slashes. */
const cacheablePath = /^\/(?:[a-z0-9._~-]+(?:\/[\w.~-]+)*)?$/;

/**
 * Path and declared query of a page that may be cached, in one fixed spelling; undefined for
 * everything that is rendered each time. Undeclared parameters are left out, so that they can't
 * fill the cache.
 */
export function pageCacheKey(url: string): string | undefined {
  const queryStart = url.indexOf('?');
  const path = queryStart === -1 ? url : url.slice(0, queryStart);
  if (!cacheablePath.test(path)) return undefined;
  const names = cacheKeyParams(path, queryStart === -1 ? '' : url.slice(queryStart + 1));
  if (names === undefined) return undefined;
  if (queryStart === -1 || names.length === 0) return path;
  const query = new URLSearchParams(url.slice(queryStart + 1));
  const pairs = names.flatMap((name) => {
    const value = query.get(name);
    const isUsable = value !== null && value !== '' && value.length <= 100;
    return isUsable ? [`${name}=${encodeURIComponent(value)}`] : [];
  });
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

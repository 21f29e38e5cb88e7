import { paths } from '#src/paths.ts';
import { uncachedPathPrefixes } from '../../cache/cache-policy.ts';

/**
 * Addresses that are never fetched ahead, since they are never kept: personal pages, and addresses
 * that do something when they are read. A search is everybody's.
 */
const neverPrefetched = [...uncachedPathPrefixes]
  .filter((prefix) => `/${prefix}` !== paths.search())
  .map((prefix) => `/${prefix}{/*}?`);

/**
 * Lets a browser fetch before a click: a public page whose link the pointer rests on or that is
 * being pressed, two at a time at most ("moderate").
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [{ href_matches: '/*' }, { not: { href_matches: neverPrefetched } }],
      },
      eagerness: 'moderate',
    },
  ],
});

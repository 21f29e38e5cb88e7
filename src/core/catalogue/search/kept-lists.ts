/** Lists of very many reports, which are kept until the catalogue changes. */
import type { Database } from '../../deps.ts';
import { leaveOutFacet, listChosenFacets } from '../facets.model.ts';
import { keepByRevision } from '../kept-by-revision.ts';
import type { ReportQuery } from '../model.ts';
import { listAll, readForSearch, type Counted } from './find.store.ts';
import type { Plan } from './plan.model.ts';

/** Every report that passes the filters, and that the plan finds, where there is one. */
type Listed = { readonly wanted: ReportQuery; readonly plan?: Plan };

export type KeptList = Counted & {
  /** In their order, as far as a search counts. */
  readonly ids: readonly number[];
};

/**
 * A function that reads such a list with its facets. Each page of it counts ten thousand reports,
 * which are the same for all pages. What another choice of a facet would leave is counted in the list
 * without this facet, where visitors mostly come from.
 */
export function keepLists(db: Database): (listed: Listed) => Promise<KeptList> {
  const getPassed = keepByRevision(db, toListKey, ({ wanted, plan }: Listed) =>
    plan
      ? readForSearch(db, (tx) => listAll(tx, wanted, plan))
      : readForSearch(db, (tx) => listAll(tx, { ...wanted, words: '' }), 'for-each'),
  );
  return async ({ wanted, plan }) => {
    const list = await getPassed({ wanted, plan });
    const chosen = listChosenFacets(wanted);
    const counts = list.counts.filter(({ facet }) => !chosen.includes(facet));
    let { hits } = list;
    for (const facet of chosen) {
      const all: ReportQuery = { ...leaveOutFacet(wanted, facet), sort: 'match' };
      const without = await getPassed({ wanted: all, plan });
      counts.push(...without.counts.filter((count) => count.facet === facet));
      hits = Math.max(hits, without.hits);
    }
    return { ...list, hits, counts };
  };
}

const toListKey = ({ wanted, plan }: Listed): string =>
  JSON.stringify([{ ...wanted, words: '', isExact: undefined, page: 1 }, plan]);

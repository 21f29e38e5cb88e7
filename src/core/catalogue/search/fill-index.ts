import type { Deps } from '../../deps.ts';
import type { Finder } from './finder.ts';
import { countRevision } from '../reports.store.ts';
import { areCountsOld, countWords, listUnindexed } from './index.store.ts';

/** Reports of one transaction. */
const batchSize = 500;

/**
 * Job: the search knows every published report afterwards, also those of a store that is older than
 * the search. Each batch is a transaction, so that the next start continues where this one stopped.
 * Words are counted anew where a tenth of the reports came or went.
 */
export async function fillIndex(deps: Deps, finder: Finder): Promise<void> {
  let ids = await listUnindexed(deps.db, { after: 0, limit: batchSize });
  while (ids.length > 0) {
    await putBatch(deps, finder, ids);
    ids = await listUnindexed(deps.db, { after: Math.max(...ids), limit: batchSize });
  }
  if (await areCountsOld(deps.db, deps.clock()))
    await deps.db.transaction().execute((tx) => countWords(tx, deps.clock()));
}

const putBatch = (deps: Deps, finder: Finder, ids: readonly number[]): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    await finder.put(tx, ids);
    await countRevision(tx);
  });

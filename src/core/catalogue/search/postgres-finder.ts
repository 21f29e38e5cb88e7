/** The search over PostgreSQL. */
import type { Database, Tx } from '../../deps.ts';
import { toFacets } from '../facets.model.ts';
import type { MatchReason } from '../match-reason.model.ts';
import type { ReportQuery } from '../model.ts';
import { explainByTitle, explainMatch } from './explain-match.ts';
import { listExplained, listTitles } from './explained.store.ts';
import {
  findPage,
  createStoredRanker,
  findSubjects,
  prepareSearch,
  type Page,
} from './find.store.ts';
import {
  maxCounted,
  minFoundByAllWords,
  minFoundByTitle,
  type Finder,
  type Found,
  type Suggested,
} from './finder.ts';
import { dropFromIndex, putIntoIndex } from './index.store.ts';
import { addFurther } from './further.ts';
import type { Plan } from './plan.model.ts';
import { understand } from './understand.ts';
import { createStoredVocabulary } from './vocabulary.store.ts';

export const createPostgresFinder = (db: Database): Finder => ({
  find: (wanted) => readInTransaction(db, (tx) => find(tx, wanted)),
  suggest: (words, limit) => readInTransaction(db, (tx) => suggest(tx, words, limit)),
  put: putIntoIndex,
  drop: dropFromIndex,
});

/** One connection and one state of the store for all questions of a search. */
const readInTransaction = <T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await prepareSearch(tx);
      return read(tx);
    });

async function find(tx: Tx, wanted: ReportQuery): Promise<Found> {
  const { plan, understood } = await understand(createStoredVocabulary(tx), {
    words: wanted.words,
    isTyping: false,
    isExact: wanted.isExact ?? false,
  });
  const page = await findWithFurther(tx, wanted, plan);
  return {
    ...{ ids: page.ids, understood },
    ...describeTotal(page),
    why: await explain(tx, page.ids, plan),
  };
}

/** What stands inside counts where title and keywords find less than a page. */
async function findWithFurther(tx: Tx, wanted: ReportQuery, plan: Plan): Promise<Page> {
  const byTitle = await findPage(tx, wanted, { plan });
  if (byTitle.hits >= minFoundByTitle || plan.groups.length === 0) return byTitle;
  // Without filters the page has all of them.
  const first =
    byTitle.ids.length === byTitle.hits && wanted.sort === 'match' ? byTitle.ids : undefined;
  const ranker = createStoredRanker(tx);
  const ranked = await addFurther(ranker, plan, minFoundByTitle, first);
  return ranked.length === byTitle.hits ? byTitle : findPage(tx, wanted, { ranked });
}

function describeTotal(page: Page): Pick<Found, 'total' | 'isAtLeast' | 'isNowhere' | 'facets'> {
  const total = Math.min(page.total, maxCounted);
  const isAtLeast = page.hits > maxCounted;
  return {
    total,
    isAtLeast,
    isNowhere: page.hits === 0,
    facets: toFacets(page.counts, { total, isAtLeast }),
  };
}

async function suggest(tx: Tx, words: string, limit: number): Promise<Suggested> {
  const asked = { words, isTyping: true, isExact: false };
  const { plan, understood } = await understand(createStoredVocabulary(tx), asked);
  if (plan.isEverything) return { ids: [], understood };
  const subjects = await findSubjects(tx, plan, limit);
  const ranked =
    subjects.length < minFoundByAllWords && plan.groups.length > 0
      ? await addFurther(createStoredRanker(tx), plan, limit)
      : subjects;
  return { ids: ranked.slice(0, limit).map(({ id }) => id), understood };
}

async function explain(
  tx: Tx,
  ids: readonly number[],
  plan: Plan,
): Promise<ReadonlyMap<number, MatchReason>> {
  if (plan.isEverything || ids.length === 0) return new Map();
  const why = new Map<number, MatchReason>();
  for (const report of await listTitles(tx, ids)) {
    const reason = explainByTitle(report, plan);
    if (reason) why.set(report.id, reason);
  }
  const others = ids.filter((id) => !why.has(id));
  if (others.length > 0)
    for (const report of await listExplained(tx, others, plan))
      why.set(report.id, explainMatch(report, plan));
  return why;
}

/** The search over PostgreSQL. */
import type { Database } from '../../deps.ts';
import { toFacets } from '../facets.model.ts';
import type { MatchReason } from '../match-reason.model.ts';
import { keepByRevision } from '../kept-by-revision.ts';
import { reportsPerPage, type ReportQuery } from '../model.ts';
import { explainByTitle, explainMatch } from './explain-match.ts';
import { listExplained } from './explained.store.ts';
import {
  findPage,
  findSubjects,
  listAll,
  readForSearch,
  type Counted,
  type FoundTitle,
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
import { createStoredRanker } from './ranker.store.ts';
import type { Plan } from './plan.model.ts';
import { understand } from './understand.ts';
import type { Understood } from './understood.model.ts';
import { createStoredVocabulary } from './vocabulary.store.ts';

export function createPostgresFinder(db: Database): Finder {
  // Each page of a list without words counts ten thousand reports, and they are the same for all.
  const getList = keepByRevision(
    db,
    (wanted: ReportQuery) => JSON.stringify({ ...wanted, words: '', isExact: undefined, page: 1 }),
    (wanted) => readForSearch(db, (tx) => readList(tx, wanted)),
  );
  return {
    find: async (wanted) => {
      const { found, understood } =
        wanted.words.trim() === ''
          ? { found: undefined, understood: understoodNothing }
          : await readForSearch(db, (tx) => find(tx, wanted));
      return { ...(found ?? toPage(await getList(wanted), wanted)), understood };
    },
    suggest: (words, limit) => readForSearch(db, (tx) => suggest(tx, words, limit)),
    put: putIntoIndex,
    drop: dropFromIndex,
  };
}

const understoodNothing: Understood = { parts: [], words: '', isCorrected: false };

type FoundByWords = Omit<Found, 'understood'>;
type List = Omit<FoundByWords, 'why'>;

/** Every report that passes the filters. */
async function readList(tx: Database, wanted: ReportQuery): Promise<List> {
  const asked = { words: '', isTyping: false, isExact: false };
  const { plan } = await understand(createStoredVocabulary(tx), asked);
  const list = await listAll(tx, { ...wanted, words: '' }, plan);
  return { ids: list.ids, ...describeTotal(list) };
}

function toPage(list: List, { page }: ReportQuery): FoundByWords {
  const start = (page - 1) * reportsPerPage;
  return { ...list, ids: list.ids.slice(start, start + reportsPerPage), why: new Map() };
}

/** Nothing is `found` by words that say of no report more than of another. */
async function find(
  tx: Database,
  wanted: ReportQuery,
): Promise<{ readonly found: FoundByWords | undefined; readonly understood: Understood }> {
  const { plan, understood } = await understand(createStoredVocabulary(tx), {
    words: wanted.words,
    isTyping: false,
    isExact: wanted.isExact ?? false,
  });
  if (plan.isEverything) return { found: undefined, understood };
  const page = await findWithFurther(tx, wanted, plan);
  const ids = page.reports.map(({ id }) => id);
  const why = await explain(tx, page.reports, plan);
  return { found: { ids, ...describeTotal(page), why }, understood };
}

/** What stands inside counts where title and keywords find less than a page. */
async function findWithFurther(tx: Database, wanted: ReportQuery, plan: Plan): Promise<Page> {
  const byTitle = await findPage(tx, wanted, { plan });
  if (byTitle.hits >= minFoundByTitle || plan.groups.length === 0) return byTitle;
  // Without filters the page has all of them.
  const first =
    byTitle.reports.length === byTitle.hits && wanted.sort === 'match'
      ? byTitle.reports.map(({ id }) => id)
      : undefined;
  const ranker = createStoredRanker(tx);
  const ranked = await addFurther(ranker, plan, minFoundByTitle, first);
  return ranked.length === byTitle.hits ? byTitle : findPage(tx, wanted, { ranked });
}

function describeTotal(page: Counted): Pick<Found, 'total' | 'isAtLeast' | 'isNowhere' | 'facets'> {
  const total = Math.min(page.total, maxCounted);
  const isAtLeast = page.hits > maxCounted;
  return {
    total,
    isAtLeast,
    isNowhere: page.hits === 0,
    facets: toFacets(page.counts, { total, isAtLeast }),
  };
}

async function suggest(tx: Database, words: string, limit: number): Promise<Suggested> {
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
  tx: Database,
  reports: readonly FoundTitle[],
  plan: Plan,
): Promise<ReadonlyMap<number, MatchReason>> {
  const why = new Map<number, MatchReason>();
  for (const report of reports) {
    const reason = explainByTitle(report, plan);
    if (reason) why.set(report.id, reason);
  }
  const others = reports.map(({ id }) => id).filter((id) => !why.has(id));
  if (others.length > 0)
    for (const report of await listExplained(tx, others, plan))
      why.set(report.id, explainMatch(report, plan));
  return why;
}

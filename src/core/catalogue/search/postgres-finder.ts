/** The search over PostgreSQL. */
import type { Database } from '../../deps.ts';
import { toFacets } from '../facets.model.ts';
import type { MatchReason } from '../match-reason.model.ts';
import { reportsPerPage, type ReportQuery } from '../model.ts';
import { toTitleWords } from './document.model.ts';
import { explainByTitle, explainMatch, listUnseen } from './explain-match.ts';
import { listExplained, listTitles } from './explained.store.ts';
import {
  countFound,
  findPage,
  findSubjects,
  readForSearch,
  type Counted,
  type FoundTitle,
  type Page,
} from './find.store.ts';
import {
  maxCounted,
  maxCountedTyping,
  maxMentioned,
  minFoundByAllWords,
  minFoundByTitle,
  type Finder,
  type Found,
  type Suggested,
} from './finder.ts';
import { dropFromIndex, putIntoIndex } from './index.store.ts';
import { keepLists, type KeptList } from './kept-lists.ts';
import { listFurther } from './rank.store.ts';
import { isWholeTitle, minReportsOfBroad, type Plan } from './plan.model.ts';
import { understand } from './understand.ts';
import type { Understood } from './understood.model.ts';
import { rememberAnswers, type Vocabulary } from './vocabulary.ts';
import { createStoredVocabulary } from './vocabulary.store.ts';

/** The list of a word that `minBroad` reports have is kept until the catalogue changes. */
export function createPostgresFinder(db: Database, minBroad = minReportsOfBroad): Finder {
  const getList = keepLists(db);
  return {
    find: async (wanted) => {
      if (wanted.words.trim() === '')
        return { ...toPage(await getList({ wanted }), wanted), understood: understoodNothing };
      const { found, plan, understood } = await readForSearch(db, (tx) =>
        find(tx, wanted, minBroad),
      );
      if (found) return { ...found, understood };
      if (plan.isEverything) return { ...toPage(await getList({ wanted }), wanted), understood };
      const page = toPage(await getList({ wanted, plan }), wanted);
      const why = await explain(db, await listTitles(db, page.ids), plan);
      return { ...page, why, understood };
    },
    suggest: (words, limit) => readForSearch(db, (tx) => suggest(tx, words, limit)),
    put: putIntoIndex,
    drop: dropFromIndex,
  };
}

const understoodNothing: Understood = { parts: [], words: '', isCorrected: false };

type FoundByWords = Omit<Found, 'understood'>;

/** True for a query of one word that at least `minBroad` reports have. */
const isBroad = ({ groups: [group, ...others], codes }: Plan, minBroad: number): boolean =>
  group !== undefined && others.length === 0 && codes.length === 0 && group.reports >= minBroad;

function toPage(list: KeptList, { page }: ReportQuery): FoundByWords {
  const start = (page - 1) * reportsPerPage;
  const ids = list.ids.slice(start, start + reportsPerPage);
  return { ids, ...describeTotal(list), mentioned: [], why: new Map() };
}

/** Nothing is `found` yet by words of very many reports, whose list is kept. */
async function find(
  tx: Database,
  wanted: ReportQuery,
  minBroad: number,
): Promise<{
  readonly found: FoundByWords | undefined;
  readonly plan: Plan;
  readonly understood: Understood;
}> {
  const { plan, understood } = await understand(createStoredVocabulary(tx), {
    words: wanted.words,
    isTyping: false,
    isExact: wanted.isExact ?? false,
  });
  if (plan.isEverything || isBroad(plan, minBroad)) return { found: undefined, plan, understood };
  const { page, mentioned } = await findWithFurther(tx, wanted, plan);
  const ids = page.reports.map(({ id }) => id);
  const why = await explain(tx, [...page.reports, ...(await listTitles(tx, mentioned))], plan);
  return { found: { ids, ...describeTotal(page), mentioned, why }, plan, understood };
}

/**
 * What is inside counts where title and keywords find less than a page, unless it was a whole
 * title that was asked for.
 */
async function findWithFurther(
  tx: Database,
  wanted: ReportQuery,
  plan: Plan,
): Promise<{ readonly page: Page; readonly mentioned: readonly number[] }> {
  const byTitle = await findPage(tx, wanted, { plan });
  const none = { page: byTitle, mentioned: [] };
  if (byTitle.hits >= minFoundByTitle || plan.groups.length === 0) return none;
  if (byTitle.reports.some(({ title }) => isWholeTitle(toTitleWords(title), plan))) return none;
  // Without filters the page has all of them.
  const first =
    byTitle.reports.length === byTitle.hits && wanted.sort === 'match'
      ? byTitle.reports
      : undefined;
  const { found, mentioned } = await listFurther(tx, plan, minFoundByTitle, first);
  if (found.length === 0) return { page: byTitle, mentioned: mentioned.slice(0, maxMentioned) };
  const isSame =
    found.length === byTitle.hits && found.every(({ id }, place) => first?.[place]?.id === id);
  return { page: isSame ? byTitle : await findPage(tx, wanted, { ranked: found }), mentioned: [] };
}

/** A filter may leave few of very many, whose choices are counted no further. */
function describeTotal(page: Counted): Pick<Found, 'total' | 'isAtLeast' | 'isNowhere' | 'facets'> {
  const total = Math.min(page.total, maxCounted);
  return {
    total,
    isAtLeast: page.total > maxCounted,
    isNowhere: page.hits === 0,
    facets: toFacets(page.counts, { total, isAtLeast: page.hits > maxCounted }),
  };
}

async function suggest(tx: Database, words: string, limit: number): Promise<Suggested> {
  const asked = { words, isTyping: true, isExact: false };
  const vocabulary = rememberAnswers(createStoredVocabulary(tx));
  const { plan, understood } = await understand(vocabulary, asked);
  if (plan.isEverything || plan.isNothing)
    return { ids: [], total: 0, isAtLeast: false, understood, why: new Map() };
  const subjects = await findSubjects(tx, plan, limit);
  const ranked =
    subjects.length < minFoundByAllWords && plan.groups.length > 0
      ? (await listFurther(tx, plan, limit)).found
      : subjects;
  const ids = ranked.slice(0, limit).map(({ id }) => id);
  const titles = await listTitles(tx, ids);
  const found = ids.length === 0 ? 0 : await countAsFound(tx, vocabulary, { words, plan, titles });
  const why = await explainUnseen(tx, titles, plan);
  const total = Math.min(Math.max(found, ids.length), maxCountedTyping);
  return { ids, total, isAtLeast: found > maxCountedTyping, understood, why };
}

/**
 * How many the page of all results will have for the words as they stand; for a word that is not
 * typed to its end, how many it is the beginning of.
 */
async function countAsFound(
  tx: Database,
  vocabulary: Vocabulary,
  suggested: {
    readonly words: string;
    readonly plan: Plan;
    readonly titles: readonly FoundTitle[];
  },
): Promise<number> {
  const { words, titles } = suggested;
  const asked = { words, isTyping: false, isExact: false };
  const { plan } = await understand(vocabulary, asked);
  for (const one of [plan, suggested.plan]) {
    const isTitle = titles.some(({ title }) => isWholeTitle(toTitleWords(title), one));
    const count = await countByPlan(tx, one, isTitle);
    if (count > 0) return count;
  }
  return 0;
}

/** As many as `findWithFurther` would find, without their order and their facets. */
async function countByPlan(tx: Database, plan: Plan, isTitle: boolean): Promise<number> {
  const byTitle = await countFound(tx, plan);
  if (byTitle >= minFoundByTitle || (isTitle && byTitle > 0)) return byTitle;
  if (plan.groups.length === 0) return byTitle;
  return (await listFurther(tx, plan, minFoundByTitle)).found.length;
}

/** A title that shows all that was typed says why by itself. */
async function explainUnseen(
  tx: Database,
  titles: readonly FoundTitle[],
  plan: Plan,
): Promise<ReadonlyMap<number, MatchReason>> {
  const unseen = titles.filter(({ title }) => listUnseen(title, plan).length > 0);
  const why = new Map(await explain(tx, unseen, plan));
  for (const { id, title } of unseen) {
    const reason = why.get(id);
    if (reason?.place === 'title' && reason.without.length === 0)
      why.set(id, { ...reason, text: listUnseen(title, plan).join(' ') });
  }
  return why;
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

/** The search over PostgreSQL, for the catalogue's reports. */
import type { Database } from '../../deps.ts';
import { toFacets, type Facets } from './facets.model.ts';
import type { MatchReason } from './match-reason.model.ts';
import { reportsPerPage, type ReportQuery } from '../model.ts';
import { toTitleWords } from './document.model.ts';
import { explainByTitle, explainMatch, listUnseen } from './explain-match.ts';
import {
  countFound,
  findPage,
  findSubjects,
  KeptLists,
  listExplained,
  listTitles,
  readForSearch,
  type Counted,
  type FoundTitle,
  type KeptList,
  type Page,
} from './find.store.ts';
import { dropFromIndex, putIntoIndex } from './index.store.ts';
import { askKnownWords, type KnownWords } from './known-words.store.ts';
import {
  isWholeTitle,
  maxCounted,
  maxCountedTyping,
  maxMentioned,
  minFoundByAllWords,
  minFoundByTitle,
  minReportsOfBroad,
  type Plan,
  type Understood,
} from './plan.model.ts';
import { listFurther } from './rank.store.ts';
import { understand } from './understand.ts';

export type Found = {
  /** Of one page, in their order. */
  readonly ids: readonly number[];
  readonly total: number;
  /** True where there may be more than `total`. */
  readonly isAtLeast: boolean;
  /** Where nothing was found: the first reports that at least mention the words. */
  readonly mentioned: readonly number[];
  /** True where nothing would be found without filters either. */
  readonly isNowhere: boolean;
  /** How many reports each choice of a filter would leave, with all other filters. */
  readonly facets: Facets;
  readonly understood: Understood;
  /** Why each was found; empty for a search without words. */
  readonly why: ReadonlyMap<number, MatchReason>;
};

export type Suggested = Pick<Found, 'ids' | 'total' | 'isAtLeast' | 'understood' | 'why'>;

export class Finder {
  /** When `tx` commits, none of these is found. */
  readonly drop = dropFromIndex;
  /**
   * When `tx` commits, the search knows these reports as they are then: the published ones are found,
   * and no other.
   */
  readonly put = putIntoIndex;
  readonly #db: Database;
  readonly #lists: KeptLists;
  readonly #minBroad: number;

  /** The list of a word that `minBroad` reports have is kept until the catalogue changes. */
  constructor(db: Database, minBroad = minReportsOfBroad) {
    this.#db = db;
    this.#lists = new KeptLists(db);
    this.#minBroad = minBroad;
  }

  /** Finds one page of the published reports that match. Throws if it takes over two seconds. */
  async find(wanted: ReportQuery): Promise<Found> {
    if (wanted.words.trim() === '')
      return {
        ...toPage(await this.#lists.get({ wanted }), wanted),
        understood: understoodNothing,
      };
    const { found, plan, understood } = await readForSearch(this.#db, (tx) =>
      find(tx, wanted, this.#minBroad),
    );
    if (found) return { ...found, understood };
    if (plan.isEverything)
      return { ...toPage(await this.#lists.get({ wanted }), wanted), understood };
    const page = toPage(await this.#lists.get({ wanted, plan }), wanted);
    const why = await explain(this.#db, await listTitles(this.#db, page.ids), plan);
    return { ...page, why, understood };
  }

  /**
   * Finds the best reports for words that are still being typed, one for each subject, and how many
   * there are in all. `why` has those whose title lacks a word.
   */
  suggest(words: string, limit: number): Promise<Suggested> {
    return readForSearch(this.#db, (tx) => suggest(tx, words, limit));
  }
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
  const { plan, understood } = await understand(askKnownWords(tx), {
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
  const known = askKnownWords(tx);
  const { plan, understood } = await understand(known, asked);
  if (plan.isEverything || plan.isNothing)
    return { ids: [], total: 0, isAtLeast: false, understood, why: new Map() };
  const subjects = await findSubjects(tx, plan, limit);
  const ranked =
    subjects.length < minFoundByAllWords && plan.groups.length > 0
      ? (await listFurther(tx, plan, limit)).found
      : subjects;
  const ids = ranked.slice(0, limit).map(({ id }) => id);
  const titles = await listTitles(tx, ids);
  const found = ids.length === 0 ? 0 : await countAsFound(tx, known, { words, plan, titles });
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
  known: KnownWords,
  suggested: {
    readonly words: string;
    readonly plan: Plan;
    readonly titles: readonly FoundTitle[];
  },
): Promise<number> {
  const { words, titles } = suggested;
  const asked = { words, isTyping: false, isExact: false };
  const { plan } = await understand(known, asked);
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

/** Its title does not say why it is here. */
const isOnlyPinned = ({ id, title }: FoundTitle, plan: Plan): boolean =>
  plan.pinned.includes(id) && (plan.groups.length === 0 || listUnseen(title, plan).length > 0);

const placedByStaff: MatchReason = { place: 'elsewhere', text: '', without: [] };

async function explain(
  tx: Database,
  reports: readonly FoundTitle[],
  plan: Plan,
): Promise<ReadonlyMap<number, MatchReason>> {
  const why = new Map<number, MatchReason>();
  for (const report of reports) {
    const reason = isOnlyPinned(report, plan) ? placedByStaff : explainByTitle(report, plan);
    if (reason) why.set(report.id, reason);
  }
  const others = reports.map(({ id }) => id).filter((id) => !why.has(id));
  if (others.length > 0)
    for (const report of await listExplained(tx, others, plan))
      why.set(report.id, explainMatch(report, plan));
  return why;
}

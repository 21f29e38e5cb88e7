/** The search over PostgreSQL, for the catalogue's reports. */
import type { Database } from '../../deps.ts';
import { toFacets, type Facets } from './facets.model.ts';
import type { MatchReason } from './match-reason.model.ts';
import { reportsPerPage, type ReportQuery } from '../model.ts';
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
} from './find.store.ts';
import { dropFromIndex, putIntoIndex } from './index.store.ts';
import { askKnownWords, type KnownWords } from './known-words.store.ts';
import {
  maxCounted,
  maxCountedTyping,
  minReportsOfBroad,
  type Plan,
  type Understood,
} from './plan.model.ts';
import { understand } from './understand.ts';

export type Found = {
  /** Of one page, in their order. */
  readonly ids: readonly number[];
  readonly total: number;
  /** True if there may be more than `total`. */
  readonly isAtLeast: boolean;
  /** Where nothing was found: the first reports that at least mention the words. */
  readonly mentioned: readonly number[];
  /** True if nothing would be found without filters either. */
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
  const page = await findPage(tx, wanted, plan);
  const why = await explain(tx, [...page.reports, ...page.mentioned], plan);
  const [ids, mentioned] = [page.reports, page.mentioned].map((list) => list.map(({ id }) => id));
  const found = { ids: ids ?? [], ...describeTotal(page), mentioned: mentioned ?? [], why };
  return { found, plan, understood };
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
  const titles = await findSubjects(tx, plan, limit);
  const found = titles.length === 0 ? 0 : await countAsFound(tx, known, words, plan);
  const why = await explainUnseen(tx, titles, plan);
  const total = Math.min(Math.max(found, titles.length), maxCountedTyping);
  return {
    ids: titles.map(({ id }) => id),
    total,
    isAtLeast: found > maxCountedTyping,
    understood,
    why,
  };
}

/** Words are counted anew where a tenth of the reports came or went: these are surely enough. */
const minNeverCounted = 1.2 * maxCountedTyping;

/**
 * How many the page of all results will have for the words as they stand; for a word that is not
 * typed to its end, how many it is the beginning of.
 */
async function countAsFound(
  tx: Database,
  known: KnownWords,
  words: string,
  suggested: Plan,
): Promise<number> {
  const { plan } = await understand(known, { words, isTyping: false, isExact: false });
  // So many are not counted one by one: the beginning of a word stands for thirty.
  if (isBroad(plan, minNeverCounted)) return maxCountedTyping + 1;
  return (await countFound(tx, plan)) || countFound(tx, suggested);
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

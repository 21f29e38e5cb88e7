/** The queries of the header's search and of the search page. */
import type { Database, Deps } from '../../deps.ts';
import type { Facets } from './facets.model.ts';
import { getListPrice } from '../reports/licence.model.ts';
import type { MatchReason } from './match-reason.model.ts';
import {
  reportsPerPage,
  type ReportCard,
  type ReportQuery,
  type SearchSuggestions,
  type SuggestedReport,
} from '../model.ts';
import { countPages, type Paginated } from '../../kernel/paginated.model.ts';
import { getCardsById } from '../reports/reports.store.ts';
import type { Finder } from './finder.ts';
import { findIndustries, findNearestIndustries } from './find.store.ts';
import { MissedSearches } from './missed-searches.ts';
import { cleanQuery } from './normalize.model.ts';
import { SearchWords } from './search-words.ts';
import type { Understood } from './plan.model.ts';

export type FoundReport = ReportCard & {
  /** undefined in a list without words. */
  readonly reason?: MatchReason | undefined;
};

export type SearchResult = Paginated<FoundReport> & {
  /** True if there may be more than `total`. */
  readonly isAtLeast: boolean;
  /** True if no report has the words, whatever the filters. */
  readonly isNowhere: boolean;
  /** Then: reports that no more than mention them. */
  readonly mentioned: readonly FoundReport[];
  readonly facets: Facets;
  readonly understood: Understood;
  /** The slugs of the industries whose names contain the words. */
  readonly namedIndustries: readonly string[];
};

/** Reports and industries in the header's dropdown. */
const maxSuggestions = 6;

/** The search of reports, the table of words, and what was looked for in vain. */
export class Search {
  readonly words: SearchWords;
  readonly missed: MissedSearches;
  readonly #db: Database;
  readonly #finder: Finder;

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'staffActs' | 'sheets'>, finder: Finder) {
    this.words = new SearchWords(deps);
    this.missed = new MissedSearches(deps);
    this.#db = deps.db;
    this.#finder = finder;
  }

  /** Returns one page of the reports that match, with what each filter would leave. */
  async find(query: ReportQuery): Promise<SearchResult> {
    const words = cleanQuery(query.words);
    const found = await this.#finder.find({ ...query, words });
    const { industries } =
      words === ''
        ? { industries: [] }
        : await findIndustries(this.#db, found.understood.words, maxSuggestions);
    const ids = [...found.ids, ...found.mentioned];
    const cards = await getCardsById(this.#db, ids);
    const reports = cards.map((card) => ({ ...card, reason: found.why.get(card.id) }));
    const { total, isAtLeast, isNowhere, facets, understood } = found;
    return {
      total,
      isAtLeast,
      isNowhere,
      facets,
      understood,
      namedIndustries: industries.map(({ slug }) => slug),
      items: reports.slice(0, found.ids.length),
      mentioned: reports.slice(found.ids.length),
      pageNumber: query.page,
      pageCount: countPages(total, reportsPerPage),
    };
  }

  /**
   * Returns what is shown while a visitor types: nothing for a query without a letter or a digit.
   */
  async suggest(words: string): Promise<SearchSuggestions> {
    const text = cleanQuery(words);
    if (!/[\p{L}\p{N}]/u.test(text))
      return { industries: [], reports: [], totals: foundNothing, words: text, nearest: false };
    const found = await this.#finder.suggest(text, maxSuggestions);
    const { ids, understood, why } = found;
    const [{ industries, total }, cards] = await Promise.all([
      findIndustries(this.#db, understood.words, maxSuggestions),
      getCardsById(this.#db, ids),
    ]);
    return {
      industries,
      reports: cards.map((card) => ({ ...toSuggestion(card), reason: why.get(card.id) ?? null })),
      totals: { industries: total, reports: found.total, isAtLeast: found.isAtLeast },
      words: understood.words,
      nearest: understood.isCorrected && cards.length > 0,
    };
  }

  /** Returns what each filter would leave of the list of all reports, or of an industry's. */
  async countFacets(industrySlug?: string): Promise<Facets> {
    return (await this.#finder.find({ words: '', sort: 'newest', page: 1, industrySlug })).facets;
  }

  /**
   * Returns the ids of the best published reports for words that may be typed to the end or not.
   */
  async findIds(words: string, limit: number): Promise<readonly number[]> {
    return (await this.#finder.suggest(cleanQuery(words), limit)).ids;
  }

  /** Returns the slugs of the industries that are most like words which no report has. */
  listNearestIndustries(words: string, limit: number): Promise<string[]> {
    return findNearestIndustries(this.#db, cleanQuery(words), limit);
  }
}

const foundNothing = { industries: 0, reports: 0, isAtLeast: false };

type Suggestion = Omit<SuggestedReport, 'reason'>;

function toSuggestion({ slug, title, code, prices, listed }: ReportCard): Suggestion {
  const { headline } = listed;
  const price = getListPrice(prices);
  return {
    slug,
    title,
    code,
    priceCents: typeof price === 'number' ? price : null,
    figure: headline ? `${headline.value}, ${headline.note}` : '',
  };
}

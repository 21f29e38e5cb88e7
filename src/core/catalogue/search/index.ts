/** What the header's search and the search page ask. */
import type { Deps } from '../../deps.ts';
import type { Facets } from './facets.model.ts';
import { describeHeadline } from '../figures/headline-figure.model.ts';
import { getListPrice } from '../reports/licence.model.ts';
import type { MatchReason } from './match-reason.model.ts';
import {
  reportsPerPage,
  type Paginated,
  type ReportCard,
  type ReportQuery,
  type SearchSuggestions,
  type SuggestedReport,
} from '../model.ts';
import { addLeaders } from '../reports/report-lists.store.ts';
import type { ListedReport } from '../reports/report-row.model.ts';
import { getCardsById } from '../reports/reports.store.ts';
import type { Finder } from './finder.ts';
import { findIndustries, findNearestIndustries } from './find.store.ts';
import { MissedSearches, recordMissedSearch } from './missed-searches.ts';
import { cleanQuery } from './normalize.model.ts';
import { SearchWords } from './search-words.ts';
import type { Understood } from './plan.model.ts';

export type FoundReport = ListedReport & {
  /** undefined in a list without words. */
  readonly reason?: MatchReason | undefined;
};

export type SearchResult = Paginated<FoundReport> & {
  /** True where there may be more than `total`. */
  readonly isAtLeast: boolean;
  /** True where no report has the words, whatever the filters. */
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

export const createSearch = (deps: Deps, finder: Finder) => ({
  searchWords: new SearchWords(deps),
  missedSearches: new MissedSearches(deps),
  /** One page of the reports that match, with what each filter would leave. */
  searchReports: (query: ReportQuery) => searchReports(deps, finder, query),
  /** Counts words for the office that found neither a report nor a page of the store. */
  noteMissedSearch: (words: string) => recordMissedSearch(deps, cleanQuery(words)),
  /** What each filter would leave of the list of all reports, or of an industry's. */
  countFacets: async (industrySlug?: string): Promise<Facets> =>
    (await finder.find({ words: '', sort: 'newest', page: 1, industrySlug })).facets,
  /** What is shown while a visitor types. Nothing for a query without a letter or a digit. */
  suggest: (words: string) => suggest(deps, finder, words),
  /** The ids of the best published reports for words that may be typed to the end or not. */
  findReportIds: async (words: string, limit: number): Promise<readonly number[]> =>
    (await finder.suggest(cleanQuery(words), limit)).ids,
  /** The slugs of the industries that are most like words which no report has. */
  listNearestIndustries: (words: string, limit: number): Promise<string[]> =>
    findNearestIndustries(deps.db, cleanQuery(words), limit),
});

async function searchReports(
  deps: Deps,
  finder: Finder,
  query: ReportQuery,
): Promise<SearchResult> {
  const words = cleanQuery(query.words);
  const found = await finder.find({ ...query, words });
  const { industries } =
    words === ''
      ? { industries: [] }
      : await findIndustries(deps.db, found.understood.words, maxSuggestions);
  const ids = [...found.ids, ...found.mentioned];
  const cards = await addLeaders(deps.db, await getCardsById(deps.db, ids));
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
    pageCount: Math.max(1, Math.ceil(total / reportsPerPage)),
  };
}

async function suggest(deps: Deps, finder: Finder, words: string): Promise<SearchSuggestions> {
  const text = cleanQuery(words);
  if (!/[\p{L}\p{N}]/u.test(text))
    return { industries: [], reports: [], totals: foundNothing, words: text, nearest: false };
  const found = await finder.suggest(text, maxSuggestions);
  const { ids, understood, why } = found;
  const [{ industries, total }, cards] = await Promise.all([
    findIndustries(deps.db, understood.words, maxSuggestions),
    getCardsById(deps.db, ids),
  ]);
  return {
    industries,
    reports: cards.map((card) => ({ ...toSuggestion(card), reason: why.get(card.id) ?? null })),
    totals: { industries: total, reports: found.total, isAtLeast: found.isAtLeast },
    words: understood.words,
    nearest: understood.isCorrected && cards.length > 0,
  };
}

const foundNothing = { industries: 0, reports: 0, isAtLeast: false };

type Suggestion = Omit<SuggestedReport, 'reason'>;

function toSuggestion({ slug, title, code, prices, cover }: ReportCard): Suggestion {
  const headline = describeHeadline(cover);
  const price = getListPrice(prices);
  return {
    slug,
    title,
    code,
    priceCents: typeof price === 'number' ? price : null,
    figure: headline ? `${headline.value}, ${headline.note}` : '',
  };
}

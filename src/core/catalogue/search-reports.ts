import type { Database, Tx } from '../deps.ts';
import { countFacets, type Facets } from './facets.model.ts';
import { reportsPerPage, type Paginated, type ReportQuery } from './model.ts';
import { addLeaders } from './report-lists.store.ts';
import type { ListedReport } from './report-row.model.ts';
import { getCardsById } from './reports.store.ts';
import { normalizeSearchWords } from './search-words.model.ts';
import {
  countFacetRows,
  countMatches,
  findNearestIndustries,
  findReportIds,
  withStatementTimeout,
} from './search.store.ts';

/** One page of the reports that match every filter. Prices are those of the single-user licence. */
export const searchReports = (db: Database, query: ReportQuery): Promise<Paginated<ListedReport>> =>
  withStatementTimeout(db, (tx) => findPage(tx, query));

async function findPage(tx: Tx, query: ReportQuery): Promise<Paginated<ListedReport>> {
  const words = normalizeSearchWords(query.words);
  const rows = await findReportIds(tx, { ...query, words });
  const total = rows[0]?.total ?? (await countBeyondLastPage(tx, { ...query, words }));
  const ids = rows.map(({ id }) => id);
  return {
    items: await addLeaders(tx, await getCardsById(tx, ids)),
    total,
    pageNumber: query.page,
    pageCount: Math.max(1, Math.ceil(total / reportsPerPage)),
  };
}

/** The first page is only empty where nothing matches; a later one may be past the last. */
const countBeyondLastPage = async (tx: Tx, query: ReportQuery): Promise<number> =>
  query.page === 1 ? 0 : countMatches(tx, query);

/** How many reports each choice of a filter would leave, with all other filters of the query. */
export const countSearchFacets = (db: Database, query: ReportQuery): Promise<Facets> =>
  withStatementTimeout(db, async (tx) => {
    const words = normalizeSearchWords(query.words);
    return countFacets(await countFacetRows(tx, { ...query, words }), query);
  });

/** The slugs of the industries that are most like words which no report has. */
export const listNearestIndustries = (
  db: Database,
  words: string,
  limit: number,
): Promise<string[]> =>
  withStatementTimeout(db, (tx) => findNearestIndustries(tx, normalizeSearchWords(words), limit));

import type { Database } from '../deps.ts';
import { reportsPerPage, type Paginated, type ReportCard, type ReportQuery } from './model.ts';
import { getCardsById } from './reports.store.ts';
import { normalizeSearchWords } from './search-words.model.ts';
import { countMatches, findReportIds } from './search.store.ts';

/** One page of the reports that match every filter. Prices are those of the single-user licence. */
export async function searchReports(
  db: Database,
  query: ReportQuery,
): Promise<Paginated<ReportCard>> {
  const words = normalizeSearchWords(query.words);
  const rows = await findReportIds(db, { ...query, words });
  const total = rows[0]?.total ?? (await countBeyondLastPage(db, { ...query, words }));
  const ids = rows.map(({ id }) => id);
  return {
    items: await getCardsById(db, ids),
    total,
    pageNumber: query.page,
    pageCount: Math.max(1, Math.ceil(total / reportsPerPage)),
  };
}

/** The first page is only empty where nothing matches; a later one may be past the last. */
const countBeyondLastPage = async (db: Database, query: ReportQuery): Promise<number> =>
  query.page === 1 ? 0 : countMatches(db, query);

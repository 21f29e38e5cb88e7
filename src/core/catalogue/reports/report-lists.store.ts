/** Shown by lists of reports beside the reports themselves. */
import { sql } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import type { Ranking } from '../figures/figures.model.ts';
import type { ReportCard } from '../model.ts';
import { isShortSeries, type ListedReport } from './report-row.model.ts';

/** The same reports; those with a short main series have their first ranking, if there is one. */
export async function addLeaders(
  db: Database | Tx,
  cards: readonly ReportCard[],
): Promise<ListedReport[]> {
  const ids = cards.filter(({ cover }) => isShortSeries(cover)).map(({ id }) => id);
  if (ids.length === 0) return [...cards];
  const rows = await db
    .selectFrom('report')
    .innerJoin('reportVersion', (join) =>
      join
        .onRef('reportVersion.reportId', '=', 'report.id')
        .onRef('reportVersion.number', '=', 'report.versionNumber'),
    )
    .where('report.id', 'in', ids)
    .select('report.id as reportId')
    .select(sql<Ranking | null>`report_version.data #> '{figures,rankings,0}'`.as('ranking'))
    .execute();
  const rankings = new Map(rows.map(({ reportId, ranking }) => [reportId, ranking]));
  return cards.map((card) => {
    const leaders = rankings.get(card.id);
    return leaders ? { ...card, leaders } : card;
  });
}

import type { Database } from '../../deps.ts';
import type { Report, ReportCard } from '../model.ts';
import { selectCards, selectNewestCards, toCards } from './reports.store.ts';

/** Published reports that the publisher names, in its order, then others of the industry. */
export async function listRelatedReports(
  db: Database,
  { id, industrySlug, relatedCodes: codes }: Pick<Report, 'id' | 'industrySlug' | 'relatedCodes'>,
  limit: number,
): Promise<ReportCard[]> {
  const named =
    codes.length === 0
      ? []
      : await selectCards(db)
          .where('report.code', 'in', [...codes])
          .execute();
  const chain = codes.flatMap((code) => named.filter((row) => row.code === code && row.id !== id));
  const others =
    chain.length >= limit
      ? []
      : await selectNewestCards(db, industrySlug)
          .where('report.id', 'not in', [id, ...chain.map((row) => row.id)])
          .limit(limit - chain.length)
          .execute();
  return toCards(db, [...chain, ...others].slice(0, limit));
}

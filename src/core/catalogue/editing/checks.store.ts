import type { Database, Tx } from '../../deps.ts';
import { escapeLike } from '../../kernel/like-pattern.ts';

/** The title of another report that begins with these words, or nothing. */
export async function findReportAbout(
  db: Database | Tx,
  subject: string,
  exceptId: number,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('report')
    .select('title')
    .where('title', 'ilike', `${escapeLike(subject)}%`)
    .where('id', '<>', exceptId)
    .limit(1)
    .executeTakeFirst();
  return found?.title;
}

/** By report: licences that an uploaded file of its newest edition includes. */
export async function listDeliveredLicences(
  db: Database | Tx,
  reportIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  if (reportIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('editionFile')
    .innerJoin('edition', 'edition.id', 'editionFile.editionId')
    .select(['edition.reportId', 'editionFile.licences'])
    .where('edition.reportId', 'in', [...reportIds])
    .where('editionFile.purpose', '=', 'goods')
    .where('editionFile.replacedAt', 'is', null)
    .where('edition.number', '=', (eb) =>
      eb
        .selectFrom('edition as newest')
        .select(({ fn }) => fn.max('newest.number').as('number'))
        .whereRef('newest.reportId', '=', 'edition.reportId'),
    )
    .execute();
  const delivered = new Map<number, Set<string>>();
  for (const { reportId, licences } of rows)
    delivered.set(reportId, new Set([...(delivered.get(reportId) ?? []), ...licences]));
  return delivered;
}

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

/** Licences that an uploaded file of the newest edition includes. */
export async function listDeliveredLicences(
  db: Database | Tx,
  reportId: number,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('editionFile')
    .select('licences')
    .where('purpose', '=', 'goods')
    .where('replacedAt', 'is', null)
    .where('editionId', '=', (eb) =>
      eb
        .selectFrom('edition')
        .select('id')
        .where('reportId', '=', reportId)
        .orderBy('number', 'desc')
        .limit(1),
    )
    .execute();
  return new Set(rows.flatMap(({ licences }) => licences));
}

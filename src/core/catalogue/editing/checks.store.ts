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

import type { DatabaseOrTx } from '../purchase.store.ts';
import { sql } from 'kysely';
import type { Licence } from '#core/catalogue/licence.model.ts';

/** The id of a report's link for one licence: stable, made on first need. */
export async function ensureBuyLinkId(
  db: DatabaseOrTx,
  reportId: number,
  licence: Licence,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (insert into buy_link (report_id, licence) values (${reportId}, ${licence}) on conflict do nothing returning id)
    select id from made union all select id from buy_link where report_id = ${reportId} and licence = ${licence} limit 1`.execute(
    db,
  );
  return (
    rows[0]?.id ??
    (
      await db
        .selectFrom('buyLink')
        .select('id')
        .where('reportId', '=', reportId)
        .where('licence', '=', licence)
        .executeTakeFirstOrThrow()
    ).id
  );
}

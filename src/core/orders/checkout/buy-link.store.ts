import type { Licence } from '#core/catalogue/reports/licence.model.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

export const findBuyLink = (db: DatabaseOrTx, id: number) =>
  db.selectFrom('buyLink').selectAll().where('id', '=', id).executeTakeFirst();

/** The id of a report's link for one licence: created when first asked for, the same ever after. */
export async function ensureBuyLinkId(
  db: DatabaseOrTx,
  reportId: number,
  licence: Licence,
): Promise<number> {
  const existing = await findBuyLinkId(db, reportId, licence);
  if (existing) return existing.id;
  await db
    .insertInto('buyLink')
    .values({ reportId, licence })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const link = await findBuyLinkId(db, reportId, licence);
  if (!link) throw new Error(`no link for report ${reportId}, licence ${licence}`);
  return link.id;
}

const findBuyLinkId = (db: DatabaseOrTx, reportId: number, licence: Licence) =>
  db
    .selectFrom('buyLink')
    .select('id')
    .where('reportId', '=', reportId)
    .where('licence', '=', licence)
    .executeTakeFirst();

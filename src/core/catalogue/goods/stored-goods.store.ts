import type { Database, Tx } from '../../deps.ts';
import type { Licence } from '../reports/licence.model.ts';

/** A file that is for sale, and where it should be. */
export type GoodsPlace = {
  readonly reportId: number;
  readonly bodyKey: string;
  readonly bodyBytes: number;
  readonly masterKey: string | null;
  readonly missingSince: Date | null;
};

const selectPlaces = (db: Database) =>
  db
    .selectFrom('editionFile')
    .innerJoin('edition', 'edition.id', 'editionFile.editionId')
    .select(['edition.reportId', 'bodyKey', 'bodyBytes', 'masterKey', 'missingSince'])
    .where('purpose', '=', 'goods')
    .where('replacedAt', 'is', null);

/** The files that a licence of a report's newest edition includes. */
export const listPlacesOfLicence = (
  db: Database,
  reportId: number,
  licence: Licence,
): Promise<GoodsPlace[]> =>
  selectPlaces(db)
    .where('edition.reportId', '=', reportId)
    .where((eb) => eb(eb.val<string>(licence), '=', eb.fn.any('licences')))
    .where('edition.number', '=', (eb) =>
      eb
        .selectFrom('edition as newest')
        .select(({ fn }) => fn.max('newest.number').as('number'))
        .where('newest.reportId', '=', reportId),
    )
    .execute();

/** One file; undefined if there is no such row. */
export const findPlace = (db: Database, editionFileId: number): Promise<GoodsPlace | undefined> =>
  selectPlaces(db).where('editionFile.id', '=', editionFileId).executeTakeFirst();

/** Takes those that nobody has looked for since then, the longest ago first. */
export async function takePlaces(
  db: Database,
  { before, now, limit }: { readonly before: Date; readonly now: Date; readonly limit: number },
): Promise<GoodsPlace[]> {
  const due = await db
    .selectFrom('editionFile')
    .select('id')
    .where('purpose', '=', 'goods')
    .where('replacedAt', 'is', null)
    .where((eb) => eb.or([eb('lookedForAt', 'is', null), eb('lookedForAt', '<', before)]))
    .orderBy('lookedForAt', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(limit)
    .execute();
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  await db.updateTable('editionFile').set({ lookedForAt: now }).where('id', 'in', ids).execute();
  return selectPlaces(db).where('editionFile.id', 'in', ids).execute();
}

/** Every row of the report with this content is missing since then, or is there. */
export async function setMissing(
  tx: Tx,
  { reportId, bodyKey }: Pick<GoodsPlace, 'bodyKey' | 'reportId'>,
  missingSince: Date | null,
): Promise<void> {
  await tx
    .updateTable('editionFile')
    .set({ missingSince })
    .where('bodyKey', '=', bodyKey)
    .where('editionId', 'in', (eb) =>
      eb.selectFrom('edition').select('edition.id').where('reportId', '=', reportId),
    )
    .execute();
}

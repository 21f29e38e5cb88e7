import type { Tx } from '#core/deps.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

/** The files that staff gave to an order, the first added first. */
export const listOrderFiles = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('orderFile')
    .innerJoin('editionFile', 'editionFile.id', 'orderFile.editionFileId')
    .innerJoin('edition', 'edition.id', 'editionFile.editionId')
    .select(['editionFile.id', 'editionFile.title', 'editionFile.fileName', 'editionFile.kind'])
    .select([
      'editionFile.pages',
      'editionFile.sizeBytes',
      'editionFile.warnings',
      'editionFile.sha256',
    ])
    .select(['edition.number as edition', 'orderFile.addedAt'])
    .where('orderFile.purchaseId', '=', purchaseId)
    .orderBy('editionFile.id')
    .execute();

/** True if the buyer may download a file that staff gave to the order. */
export async function hasGivenFiles(db: DatabaseOrTx, purchaseId: number): Promise<boolean> {
  const found = await db
    .selectFrom('orderFile')
    .innerJoin('downloadGrant', (join) =>
      join
        .onRef('downloadGrant.purchaseId', '=', 'orderFile.purchaseId')
        .onRef('downloadGrant.editionFileId', '=', 'orderFile.editionFileId'),
    )
    .select('downloadGrant.id')
    .where('orderFile.purchaseId', '=', purchaseId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** In `tx`: the order has the file; having it already changes nothing. */
export async function addOrderFile(
  tx: Tx,
  purchaseId: number,
  editionFileId: number,
  addedAt: Date,
): Promise<void> {
  await tx
    .insertInto('orderFile')
    .values({ purchaseId, editionFileId, addedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** In `tx`: the order has the file no more. */
export async function takeOrderFile(
  tx: Tx,
  purchaseId: number,
  editionFileId: number,
): Promise<void> {
  await tx
    .deleteFrom('orderFile')
    .where('purchaseId', '=', purchaseId)
    .where('editionFileId', '=', editionFileId)
    .execute();
}

/** In `tx`: an order has the files of another one. */
export async function copyOrderFiles(
  tx: Tx,
  { from, to, addedAt }: { readonly from: number; readonly to: number; readonly addedAt: Date },
): Promise<void> {
  for (const { id } of await listOrderFiles(tx, from)) await addOrderFile(tx, to, id, addedAt);
}

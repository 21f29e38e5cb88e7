import type { Tx } from '../../deps.ts';
import type { EditionFile, NewEditionFile } from './edition-files.store.ts';

/** Describes a file that staff gave to an order, for staff. */
export type OrderFileFacts = Pick<EditionFile, 'id' | 'title' | 'warnings'>;

/** In `tx`: the row of a file for some orders alone. */
export const insertOrderFile = (tx: Tx, file: NewEditionFile): Promise<OrderFileFacts> =>
  tx
    .insertInto('editionFile')
    .values(file)
    .returning(['id', 'title', 'warnings'])
    .executeTakeFirstOrThrow();

/** In `tx`: removes the row, if no order has the file and nobody may download it. */
export async function removeOrderFile(tx: Tx, id: number): Promise<void> {
  await tx
    .deleteFrom('editionFile')
    .where('id', '=', id)
    .where('purpose', '=', 'order')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('orderFile')
            .select('purchaseId')
            .whereRef('orderFile.editionFileId', '=', 'editionFile.id'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('downloadGrant')
            .select('downloadGrant.id')
            .whereRef('downloadGrant.editionFileId', '=', 'editionFile.id'),
        ),
      ),
    )
    .execute();
}

import { sql } from 'kysely';
import type { DatabaseOrTx } from '../purchase.store.ts';

/** How many missing files are looked for at once: the oldest. */
const maxLookedFor = 200;

/** Ids of the grants whose file was missing when it was last looked for, of one order or of all. */
export const listMissingFiles = (
  db: DatabaseOrTx,
  purchaseId: number | undefined,
): Promise<{ id: number }[]> =>
  db
    .selectFrom('downloadGrant')
    .select('id')
    .where('fileMissingSince', 'is not', null)
    .$if(purchaseId !== undefined, (query) => query.where('purchaseId', '=', purchaseId ?? 0))
    .orderBy('fileMissingSince')
    .limit(maxLookedFor)
    .execute();

/** Orders with files that are missing: since when, and what was last said of it. */
export const listOrdersWithMissingFiles = (db: DatabaseOrTx, limit: number) =>
  db
    .selectFrom('downloadGrant')
    .select('purchaseId')
    .select((eb) => eb.fn.min('fileMissingSince').as('since'))
    .select(
      sql<string | null>`(select detail ->> 'reason' from order_event
        where order_event.purchase_id = download_grant.purchase_id and kind = 'file-missing'
        order by id desc limit 1)`.as('why'),
    )
    .where('fileMissingSince', 'is not', null)
    .groupBy('purchaseId')
    .orderBy('since')
    .limit(limit)
    .$narrowType<{ since: Date }>()
    .execute();

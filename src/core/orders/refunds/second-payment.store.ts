import type { DatabaseOrTx } from '../purchase.store.ts';

/** Finds the last news of a second payment of the order; of this capture alone if one is given. */
export const findLastSecondPaymentEvent = (
  db: DatabaseOrTx,
  purchaseId: number,
  captureId?: string,
) =>
  db
    .selectFrom('orderEvent')
    .select(['kind', 'detail'])
    .where('purchaseId', '=', purchaseId)
    .where('kind', 'like', 'second-payment-%')
    .$if(captureId !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.ref('detail', '->>').key('captureId').$castTo<string>(), '=', String(captureId)),
      ),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** True if staff sent the order's money back by another way than the provider's. */
export async function wasSentByHand(db: DatabaseOrTx, purchaseId: number): Promise<boolean> {
  const event = await db
    .selectFrom('orderEvent')
    .select('id')
    .where('purchaseId', '=', purchaseId)
    .where('kind', '=', 'refunded')
    .where((eb) => eb(eb.ref('detail', '->>').key('way').$castTo<string>(), 'is not', null))
    .executeTakeFirst();
  return event !== undefined;
}

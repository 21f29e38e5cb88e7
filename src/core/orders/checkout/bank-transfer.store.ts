import type { Tx } from '#core/deps.ts';

/** The number of the order that was paid instead of this cancelled one, if there is one. */
export async function findReplacingOrder(tx: Tx, purchaseId: number): Promise<string | undefined> {
  const cancelled = await tx
    .selectFrom('orderEvent')
    .select((eb) =>
      eb.ref('detail', '->>').key('replacedByOrder').$castTo<string | null>().as('number'),
    )
    .where('purchaseId', '=', purchaseId)
    .where('kind', '=', 'cancelled')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return cancelled?.number ?? undefined;
}

/** Cancels the order with this number while it waits for a transfer; undefined otherwise. */
export const cancelAwaitingTransfer = (tx: Tx, number: string) =>
  tx
    .updateTable('purchase')
    .set({ state: 'cancelled' })
    .where('number', '=', number)
    .where('state', '=', 'awaiting-transfer')
    .returningAll()
    .executeTakeFirst();

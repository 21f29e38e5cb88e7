import type { Updateable } from 'kysely';
import type { Tx } from '#core/deps.ts';
import type { DB } from '#core/kernel/database-types.ts';

type BuyerChange = Pick<
  Updateable<DB['purchase']>,
  | ('buyerKind' | 'name' | 'companyName' | 'invoiceAddress' | 'taxId' | 'email' | 'customerId')
  | 'vatNumberStatus'
  | 'vatConsultation'
>;

/**
 * In `tx`: the order has this buyer, and so have the upgrades of it that have no invoice yet: theirs
 * is made out to the buyer as they are now. Invoiced ones stay as they were invoiced.
 */
export async function changeBuyer(tx: Tx, orderId: number, change: BuyerChange): Promise<void> {
  await tx.updateTable('purchase').set(change).where('id', '=', orderId).execute();
  const upgrades = await tx
    .selectFrom('purchase')
    .select('id')
    .where('upgradeOf', '=', orderId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('orderDocument')
            .select('orderDocument.id')
            .whereRef('orderDocument.purchaseId', '=', 'purchase.id'),
        ),
      ),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id } of upgrades) await changeBuyer(tx, id, change);
}

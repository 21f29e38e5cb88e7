import { sql } from 'kysely';
import type { Tx } from '#core/deps.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';
import type { CheckedNumber } from '../checkout/sales-tax.ts';
import type { PaidBefore } from './upgrade-price.model.ts';

/** All orders that upgrade another one, whatever their state, newest first. */
export const listUpgradeOrders = (tx: Tx, baseOrderId: number) =>
  tx
    .selectFrom('purchase')
    .select(['id', 'number', 'state', 'licence', 'priceCents', 'closedReason', 'deliveryDays'])
    .where('upgradeOf', '=', baseOrderId)
    .orderBy('id', 'desc')
    .execute();

/** Sums what was paid for an order and all that it upgrades, and what of it was refunded. */
export async function sumPaidBefore(db: DatabaseOrTx, orderId: number): Promise<PaidBefore> {
  const { rows } = await sql<PaidBefore>`
    with recursive chain as (
      select id, upgrade_of, price_cents, tax_cents, refunded_cents
      from purchase where id = ${orderId}
      union all
      select base.id, base.upgrade_of, base.price_cents, base.tax_cents, base.refunded_cents
      from purchase base join chain on base.id = chain.upgrade_of
    )
    select sum(price_cents)::int as "totalCents", sum(chain.tax_cents)::int as "taxCents",
      sum(refunded_cents)::int as "refundedCents",
      coalesce(sum(returned.tax_cents), 0)::int as "refundedTaxCents",
      coalesce(sum(returned.alone_cents), 0)::int as "refundedTaxAloneCents"
    from chain, lateral (
      select sum(tax_cents) as tax_cents, sum(tax_cents) filter (where is_tax_alone) as alone_cents
      from refund where purchase_id = chain.id and state = 'completed'
    ) returned`.execute(db);
  const [paid] = rows;
  if (!paid) throw new Error('an order is gone');
  return paid;
}

/** Stores with the order what its buyer's tax number is worth. */
export const saveCheckedNumber = (db: DatabaseOrTx, orderId: number, checked: CheckedNumber) =>
  db
    .updateTable('purchase')
    .set({
      vatNumberStatus: checked.vatNumberStatus,
      vatConsultation: checked.vatConsultation,
    })
    .where('id', '=', orderId)
    .execute();

import type { Database, Tx } from '../../deps.ts';
import { getPriceName, type Licence } from '../reports/licence.model.ts';
import { decideDelivery, decideSale, listSoldKinds, type Delivery } from './delivery.model.ts';
import { readGoods } from './delivery.store.ts';
import type { GoodsKind } from './goods.model.ts';

/** Returns the goods of somebody who buys a licence of a report today. */
export type LicenceGoods = {
  readonly delivery: Delivery;
  /** How the report was sold before it was taken off sale; as chosen for any other. */
  readonly soldAs: Delivery;
  /** The newest edition: the one that is sold. */
  readonly edition: number;
  /** Empty if nobody knows them before the report is delivered. */
  readonly formats: readonly GoodsKind[];
  /** Counted; undefined if nothing can be counted. */
  readonly pages: number | undefined;
};

/**
 * True if who ordered the licence can be given something: also of a report that was taken off
 * sale since and still has its files.
 */
export async function canDeliver(
  db: Database | Tx,
  reportId: number,
  licence: Licence,
): Promise<boolean> {
  const goods = (await readGoods(db, [reportId])).get(reportId);
  if (!goods) return false;
  const { chosen, soldAs } = goods;
  // Nobody delivers a report by hand any more that was taken off sale: its files alone are there.
  const isPromiseOver = chosen.kind === 'none' && soldAs.kind === 'by-us';
  const given: Delivery = isPromiseOver ? { kind: 'files' } : soldAs;
  return decideDelivery(given, goods, licence).kind !== 'none';
}

/** undefined for an unknown report; `none` if the licence brings nothing. */
export async function findLicenceGoods(
  db: Database | Tx,
  reportId: number,
  licence: Licence,
): Promise<LicenceGoods | undefined> {
  const goods = (await readGoods(db, [reportId])).get(reportId);
  if (!goods) return undefined;
  const sale = decideSale({ [getPriceName(licence)]: 'on-request' }, goods.chosen, goods);
  return {
    delivery: decideDelivery(goods.chosen, goods, licence),
    soldAs: goods.soldAs,
    edition: goods.edition,
    formats: listSoldKinds(sale),
    pages: sale.goodsPages ?? undefined,
  };
}

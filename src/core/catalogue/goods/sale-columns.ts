/** The parts of a report that are for sale, as the columns of its row. */
import type { Tx } from '../../deps.ts';
import { decideSale, type SaleFacts } from './delivery.model.ts';
import { readGoods } from './delivery.store.ts';

/** The columns that say what of a report is for sale. */
export function toSaleColumns(sale: SaleFacts, typedPages: number | undefined) {
  return { ...sale, pages: choosePages(sale, typedPages) ?? null };
}

/** Pages of what buyers get at once are counted, unless they are in an archive. */
function choosePages(
  { delivery, goodsKinds, goodsPages }: SaleFacts,
  typedPages: number | undefined,
): number | undefined {
  const isCounted = delivery === 'files' || delivery === 'made';
  return goodsPages ?? (isCounted && !goodsKinds?.includes('zip') ? undefined : typedPages);
}

/**
 * The rows say what is for sale of their newest editions. For all that changes an edition or its
 * files; the writer of reports does it by itself.
 */
export async function saveSales(tx: Tx, reportIds: readonly number[]): Promise<void> {
  for (const goods of (await readGoods(tx, reportIds)).values()) {
    const sale = decideSale(goods.prices, goods.chosen, goods);
    await tx
      .updateTable('report')
      .set(toSaleColumns(sale, goods.typedPages ?? undefined))
      .where('id', '=', goods.reportId)
      .execute();
  }
}

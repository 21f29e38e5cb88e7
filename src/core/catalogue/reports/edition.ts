import { readTimeZone } from '../../kernel/store-zone.store.ts';
import { toDay } from '../../kernel/time-zone.model.ts';
import type { Deps, Tx } from '../../deps.ts';
import type { Finder } from '../search/finder.ts';
import { getNewestEditionNumber, insertEdition, lockReport } from './editions.store.ts';
import { copyFilesFromPreviousEdition } from '../goods/edition-files.store.ts';
import { saveSales } from '../goods/sale-columns.ts';

/** Lists and the search say what a new edition sells. */
export type EditionDeps = Deps & { readonly finder: Pick<Finder, 'put'> };

/**
 * Publishes what the report says now as its next edition, and returns its number. Cached pages are
 * invalidated, and buyers of earlier editions get an email. Throws where there is no such report.
 */
export const publishCorrectedEdition = (
  deps: EditionDeps,
  reportId: number,
  reason: string,
): Promise<number> =>
  deps.db.transaction().execute((tx) => publishEdition(tx, deps, reportId, reason));

/** The same in `tx`: what else `tx` gives to the edition is there when its readers hear of it. */
export async function publishEdition(
  tx: Tx,
  deps: EditionDeps,
  reportId: number,
  reason: string,
): Promise<number> {
  const { slug, industrySlug } = await lockReport(tx, reportId);
  const number = (await getNewestEditionNumber(tx, reportId)) + 1;
  const now = deps.clock();
  const publishedOn = toDay(now, await readTimeZone(tx));
  await insertEdition(tx, { reportId, number, reason, publishedOn }, now);
  await copyFilesFromPreviousEdition(tx, reportId, number);
  await saveSales(tx, [reportId]);
  await deps.finder.put(tx, [reportId]);
  await deps.invalidate(tx, [`report:${slug}`, `industry:${industrySlug}`, 'catalogue']);
  await deps.enqueue(
    tx,
    'orders.emailNewEdition',
    { reportId, edition: number, reason },
    { isLongRunning: true },
  );
  return number;
}

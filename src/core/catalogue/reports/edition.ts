import { readTimeZone } from '../../kernel/store-zone.store.ts';
import { toDay } from '../../kernel/time-zone.model.ts';
import type { Deps, Tx } from '../../deps.ts';
import type { Finder } from '../search/finder.ts';
import { getNewestEditionNumber, insertEdition, lockReport } from './editions.store.ts';
import { copyFilesFromPreviousEdition } from '../goods/edition-files.store.ts';
import { saveSales } from '../goods/sale-columns.ts';

/** Lists and the search say what a new edition sells. */
type EditionDeps = Deps & { readonly finder: Pick<Finder, 'put'> };

/** New editions of reports. */
export class Editions {
  readonly #deps: EditionDeps;

  constructor(deps: EditionDeps) {
    this.#deps = deps;
  }

  /**
   * Publishes the present text and data of a report as its next edition, and returns its number.
   * Cached pages are invalidated, and buyers of earlier editions get an email. Throws if there is no
   * such report.
   */
  publishCorrected(reportId: number, reason: string): Promise<number> {
    return this.#deps.db.transaction().execute((tx) => this.publish(tx, reportId, reason));
  }

  /** The same in `tx`: whatever else `tx` gives to the edition is there when its readers hear of it. */
  async publish(tx: Tx, reportId: number, reason: string): Promise<number> {
    const { clock, finder, invalidate, enqueue } = this.#deps;
    const { slug, industrySlug } = await lockReport(tx, reportId);
    const number = (await getNewestEditionNumber(tx, reportId)) + 1;
    const now = clock();
    const publishedOn = toDay(now, await readTimeZone(tx));
    await insertEdition(tx, { reportId, number, reason, publishedOn }, now);
    await copyFilesFromPreviousEdition(tx, reportId, number);
    await saveSales(tx, [reportId]);
    await finder.put(tx, [reportId]);
    await invalidate(tx, [`report:${slug}`, `industry:${industrySlug}`, 'catalogue']);
    await enqueue(
      tx,
      'orders.emailNewEdition',
      { reportId, edition: number, reason },
      { isLongRunning: true },
    );
    return number;
  }
}

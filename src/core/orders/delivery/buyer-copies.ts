import type { BuyerCopy } from '#core/catalogue/index.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { findSeat } from '../licences/seat.store.ts';
import { getPurchase, type Purchase, recordEvent } from '../purchase.store.ts';
import { getGrant, setFileMissing, type DownloadGrant } from './download-grant.store.ts';
import { getSoldFile } from './download-grants.ts';
import { listMissingFiles } from './missing-files.store.ts';
import { getBuyer } from '../buyer.model.ts';
import { formatDay } from '#core/kernel/date.model.ts';
import { getPaidDay } from '../paid-day.model.ts';
import type { Stamp } from './stamp.model.ts';

/** The stamp of a copy; `readerName` is the buyer's, or that of the colleague with the seat. */
const buildStamp = (order: Purchase, readerName: string): Stamp => ({
  buyer: readerName,
  company: getBuyer(order).company,
  licence: order.licenceName,
  order: order.number,
  date: formatDay(getPaidDay(order)),
});

/** Makes readers' copies, and keeps in mind which can't be made since their file is missing. */
export class BuyerCopies {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * The reader's own copy of the grant's file. `unavailable`, with a sentence for staff, while the
   * file is missing or not whole: the order's history says so, and staff see the order, until a copy
   * can be made.
   */
  async ensureCopy(order: Purchase, grant: DownloadGrant): Promise<Outcome<BuyerCopy>> {
    const { db, catalogue, vault } = this.#deps;
    const seat = grant.seatId === null ? undefined : await findSeat(db, grant.seatId);
    const copy = await catalogue.files.ensureBuyerCopy({
      reportId: order.reportId,
      reportCode: order.reportCode,
      edition: grant.editionNumber,
      file: getSoldFile(grant),
      copyId: vault.open(grant.token),
      stamp: buildStamp(order, seat?.name ?? order.name),
    });
    const wasMissing = grant.fileMissingSince !== null;
    if (copy.ok === wasMissing) {
      await this.#noteMissing(grant, copy.ok ? undefined : copy.message);
      // Nobody else buys it meanwhile.
      await catalogue.storedGoods.lookForFile(grant.editionFileId ?? 0);
    }
    return copy;
  }

  /**
   * Looks again for the files that were missing, of one order or of all: those that are back can be
   * downloaded afterwards. Answers the sentences about those that are still missing.
   */
  async findAgain(purchaseId?: number): Promise<readonly string[]> {
    const { db } = this.#deps;
    const stillMissing: string[] = [];
    for (const { id } of await listMissingFiles(db, purchaseId)) {
      const grant = await getGrant(db, id);
      const copy = await this.ensureCopy(await getPurchase(db, grant.purchaseId), grant);
      if (!copy.ok) stillMissing.push(copy.message);
    }
    return [...new Set(stillMissing)];
  }

  /** The file is missing for this reason, or there again; what is known already is not told twice. */
  async #noteMissing({ id, purchaseId }: DownloadGrant, reason: string | undefined): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock();
    await db.transaction().execute(async (tx) => {
      if (!(await setFileMissing(tx, id, reason === undefined ? null : now))) return;
      await recordEvent(tx, purchaseId, now, {
        kind: reason === undefined ? 'file-found' : 'file-missing',
        detail: reason === undefined ? {} : { reason },
      });
    });
  }
}

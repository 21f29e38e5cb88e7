import { type AccessProof, isBuyer } from '../order-access.ts';
import { getSignatureText } from './download-grants.ts';
import type { Stamp } from './stamp.model.ts';
import { licenceNames } from '#core/catalogue/licence.model.ts';
import { ok, fail, type Outcome } from '#core/kernel/outcome.ts';
import type { OrderDeps } from '../deps.ts';

import { statesWithAccess } from '../model.ts';

import { getPurchase, type Purchase } from '../purchase.store.ts';

/** A download from its first byte, the rest of one that was cut, or only a look at its head. */
export type DownloadMode = 'whole' | 'rest' | 'look';

export type DownloadFile = {
  readonly fileKey: string;
  readonly fileName: string;
  readonly type: string;
  readonly bytes: number;
};

const fileTypes = {
  pdf: ['application/pdf', 'pdf'],
  workbook: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
} as const;

export class Downloads {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** The bytes of a file that `openDownload` or `openDocument` answered; the range is inclusive. */
  readFile(fileKey: string, range?: { start: number; end: number }) {
    return this.#deps.files.read(fileKey, range);
  }

  /**
   * The file of a grant, for its buyer: his own stamped copy of the newest edition. 404 for anybody else, whatever was wrong; 403 with a sentence
   * where the buyer's own grant has ended or was used up. The rest of a download is free for a day to who began it; else it counts as one.
   */
  async openDownload(
    token: string,
    proof: AccessProof,
    mode: DownloadMode,
    clientIp: string,
  ): Promise<Outcome<DownloadFile>> {
    const { catalogue } = this.#deps;

    const notFound = fail('not-found', 'There is no such download.');
    if (!/^[0-9a-f]{32}$/.test(token)) return notFound;
    const grant = await this.#deps.db
      .selectFrom('downloadGrant')
      .selectAll()
      .where('token', '=', token)
      .executeTakeFirst();
    if (!grant) return notFound;
    const order = await getPurchase(this.#deps.db, grant.purchaseId);
    const isSignedLink =
      proof.expires !== undefined &&
      proof.signature !== undefined &&
      this.#deps.signer.isValid(getSignatureText(token, proof.expires), proof.signature);
    if (!isSignedLink && (grant.seatId !== null || !isBuyer(order, proof))) return notFound;
    if (!statesWithAccess.includes(order.state) || grant.isSuspended)
      return fail(
        'forbidden',
        'This download has been closed. Please write to us, with the order number.',
      );
    const seat =
      grant.seatId === null
        ? undefined
        : await this.#deps.db
            .selectFrom('seat')
            .select('token')
            .where('id', '=', grant.seatId)
            .executeTakeFirst();
    const renewUrl = `${this.#deps.origin}${seat ? `/seat/${seat.token}` : '/renew-download'}`;
    // The time in the link has to be the grant's: a link from before a renewal has ended.
    const isExpired =
      grant.expiresAt < this.#deps.clock() ||
      (isSignedLink && Number(proof.expires) !== Math.floor(grant.expiresAt.getTime() / 1000));
    if (isExpired) return fail('forbidden', `This download link has ended. New ones: ${renewUrl}`);
    const { kind } = grant;
    const { fileKey, bytes } = await catalogue.ensureBuyerCopy(
      order.reportId,
      kind,
      grant.token,
      await this.getStamp(order, grant.seatId),
    );
    const isCounted =
      mode === 'whole' || (mode === 'rest' && !(await this.#hasRecentDownload(grant.id, clientIp)));
    if (isCounted && !(await this.#countDownload(grant.id, clientIp)))
      return fail(
        'forbidden',
        `This file has been downloaded ${grant.maxDownloads} times, which is all that it allows. New ones: ${renewUrl}`,
      );
    return ok({
      fileKey,
      fileName: `${order.reportCode}.${fileTypes[kind][1]}`,
      type: fileTypes[kind][0],
      bytes,
    });
  }

  async getStamp(order: Purchase, seatId: number | null): Promise<Stamp> {
    const seat =
      seatId === null
        ? undefined
        : await this.#deps.db
            .selectFrom('seat')
            .select('name')
            .where('id', '=', seatId)
            .executeTakeFirst();
    return {
      buyer: seat?.name ?? order.name,
      company: order.companyName,
      licence: licenceNames[order.licence],
      order: order.number,
      date: (order.paidAt ?? order.placedAt).toISOString().slice(0, 10),
    };
  }

  /** True where the same address began a download of the grant within a day. */
  async #hasRecentDownload(grantId: number, clientIp: string): Promise<boolean> {
    const since = new Date(this.#deps.clock().getTime() - 86_400_000);
    return (
      (await this.#deps.db
        .selectFrom('download')
        .select('id')
        .where('grantId', '=', grantId)
        .where('clientIp', '=', clientIp)
        .where('downloadedAt', '>', since)
        .limit(1)
        .executeTakeFirst()) !== undefined
    );
  }

  async #countDownload(grantId: number, clientIp: string): Promise<boolean> {
    return this.#deps.db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('downloadGrant')
        .set((eb) => ({ downloadCount: eb('downloadCount', '+', 1) }))
        .where('id', '=', grantId)
        .whereRef('downloadCount', '<', 'maxDownloads')
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return false;
      await tx
        .insertInto('download')
        .values({ grantId, downloadedAt: this.#deps.clock(), clientIp })
        .execute();
      return true;
    });
  }
}

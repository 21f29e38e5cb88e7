import { hasAccess } from '../order-states.model.ts';
import { countBytes, readParts, type FilePart } from '#core/catalogue/index.ts';
import { listStoredTokens } from '#core/kernel/link-secrets.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { findSeat } from '../licences/seat.store.ts';
import { isBuyer, type AccessProof } from '../order-access.ts';
import { getPurchase, type Purchase } from '../purchase.store.ts';
import { findGrantByToken, type DownloadGrant } from './download-grant.store.ts';
import { getSignatureText, getSoldFile, toLinkExpiry } from './download-grants.ts';
import { countDownload, lockGrant, takeRangeBytes } from './download.store.ts';
import { buildStamp } from './stamp.ts';

/** How many bytes a range has of a file of so many bytes; 0 where the file has none of it. */
export type CountRangeBytes = (fileBytes: number) => number;

/** What is asked for: the whole file, its headers alone, or a range of it. */
export type DownloadMode = 'full' | 'head' | CountRangeBytes;

/** A file that may be read now. */
export type DownloadFile = {
  readonly parts: readonly FilePart[];
  readonly fileName: string;
  /** MIME type. */
  readonly type: string;
  readonly bytes: number;
};

/** For this long after a counted download, ranges of the file are part of it. */
const rangeWindowMs = 86_400_000;

/** The ranges of a counted download may add up to this many times the file's size. */
const rangeSizesPerDownload = 2;

/** Opens the files that people bought. */
export class Downloads {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** The bytes of a file of one part. */
  readFile(fileKey: string) {
    return this.#deps.files.read(fileKey);
  }

  /** The bytes of a file that `openDownload` answered; the range is inclusive. */
  readDownload({ parts }: DownloadFile, range?: { start: number; end: number }) {
    return readParts(this.#deps.files, parts, range);
  }

  /**
   * The reader's own stamped copy of the grant's file. `not-found` for anybody without access to
   * the grant; `forbidden` where the grant is suspended, has expired or is used up. The whole file
   * counts as a download. A range is free within a day of a counted download, until all ranges
   * together have twice the file's size: enough to resume it and for viewers that load page by page.
   * A range beyond that counts as a download. Headers alone count nothing.
   */
  async openDownload(
    token: string,
    proof: AccessProof,
    mode: DownloadMode,
    clientIp: string,
  ): Promise<Outcome<DownloadFile>> {
    const found = await this.#findGrant(token, proof);
    if (!found) return fail('not-found', 'There is no such download.');
    const { grant, order } = found;
    if (!hasAccess(order.state) || grant.isSuspended)
      return fail(
        'forbidden',
        'Your downloads are paused. Please contact us and give your order number.',
      );
    const seat = grant.seatId === null ? undefined : await findSeat(this.#deps.db, grant.seatId);
    const { vault, origin } = this.#deps;
    const renewUrl = origin + (seat ? `/seat/${vault.open(seat.token)}` : '/renew-download');
    if (this.#isExpired(grant, token, proof))
      return fail('forbidden', `This download link has expired. Get new links: ${renewUrl}`);
    const copy = await this.#deps.catalogue.ensureBuyerCopy({
      reportId: order.reportId,
      reportCode: order.reportCode,
      edition: grant.editionNumber,
      file: getSoldFile(grant),
      copyId: token,
      stamp: buildStamp(order, seat?.name ?? order.name),
    });
    const bytes = countBytes(copy.parts);
    if (!(await this.#allowDownload(grant.id, mode, bytes, clientIp)))
      return fail(
        'forbidden',
        `This file was downloaded ${grant.maxDownloads} times, which is the limit. ` +
          `Get new links: ${renewUrl}`,
      );
    return ok({ ...copy, bytes });
  }

  /** The grant and its order, for who has a signed link or is the order's buyer. */
  async #findGrant(
    token: string,
    proof: AccessProof,
  ): Promise<{ grant: DownloadGrant; order: Purchase } | undefined> {
    const storedTokens = listStoredTokens(this.#deps.vault, token);
    if (!storedTokens) return undefined;
    const grant = await findGrantByToken(this.#deps.db, storedTokens);
    if (!grant) return undefined;
    const order = await getPurchase(this.#deps.db, grant.purchaseId);
    const isBuyersGrant = grant.seatId === null && isBuyer(order, proof);
    return isBuyersGrant || this.#isSignedLink(token, proof) ? { grant, order } : undefined;
  }

  #isSignedLink(token: string, { expires, signature }: AccessProof): boolean {
    return (
      expires !== undefined &&
      signature !== undefined &&
      this.#deps.signer.isValid(getSignatureText(token, expires), signature)
    );
  }

  /** True for an expired grant, and for a link from before the grant was renewed. */
  #isExpired(grant: DownloadGrant, token: string, proof: AccessProof): boolean {
    return (
      grant.expiresAt < this.#deps.clock() ||
      (this.#isSignedLink(token, proof) && proof.expires !== toLinkExpiry(grant.expiresAt))
    );
  }

  /** Takes what is asked for from the grant; false where the grant is used up. */
  async #allowDownload(
    grantId: number,
    mode: DownloadMode,
    fileBytes: number,
    clientIp: string,
  ): Promise<boolean> {
    const bytes = countAskedBytes(mode, fileBytes);
    if (bytes === 0) return true;
    const now = this.#deps.clock();
    const since = new Date(now.getTime() - rangeWindowMs);
    return this.#deps.db.transaction().execute(async (tx) => {
      await lockGrant(tx, grantId);
      if (bytes < fileBytes && (await takeRangeBytes(tx, grantId, bytes, since))) return true;
      return countDownload(tx, {
        grantId,
        clientIp,
        downloadedAt: now,
        rangeBytesLeft: rangeSizesPerDownload * fileBytes,
      });
    });
  }
}

function countAskedBytes(mode: DownloadMode, fileBytes: number): number {
  if (mode === 'head') return 0;
  return mode === 'full' ? fileBytes : mode(fileBytes);
}

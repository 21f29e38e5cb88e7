import type { Readable } from 'node:stream';
import { hasAccess } from '../order-states.model.ts';
import { countBytes, readParts, type FilePart } from '#core/catalogue/index.ts';
import { fail, ok, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { findSeat } from '../licences/seat.store.ts';
import { grantCutTries } from '../model.ts';
import { isBuyer, type AccessProof } from '../order-access.ts';
import { getPurchase, type Purchase } from '../purchase.store.ts';
import type { BuyerCopies } from './buyer-copies.ts';
import { findGrantByToken, type DownloadGrant } from './download-grant.store.ts';
import { getSignatureText, toLinkExpiry } from './download-grants.ts';
import { CountedRequest } from './counted-request.ts';
import { beginDownload, lockGrant, takeRangeBytes, takeWhole } from './download.store.ts';

/** How many bytes a range has of a file of so many bytes; 0 if the file has none of it. */
export type CountRangeBytes = (fileBytes: number) => number;

/** The request: the whole file, its headers alone, or a range of it. */
export type DownloadMode = 'full' | 'head' | CountRangeBytes;

/** A file that may be read now. */
export type DownloadFile = {
  readonly parts: readonly FilePart[];
  readonly fileName: string;
  /** MIME type. */
  readonly type: string;
  readonly bytes: number;
  /** Counts what is sent; undefined if only headers were asked for. */
  readonly request: CountedRequest | undefined;
};

/** For this long after a download began or arrived, the whole file is part of it once more. */
const wholeWindowMs = 3_600_000;

/** How often, beside the first time: a mail scanner, a cut connection and the person each ask. */
const moreWholes = 20;

/** For this long after a counted download, ranges of the file are part of it. */
const rangeWindowMs = 86_400_000;

/** The ranges of a counted download may add up to this many times the file's size. */
const rangeSizesPerDownload = 2;

/** The sentence for a reader while a file is missing: staff see it, and put it back. */
const beingPrepared: Refusal = {
  ...fail(
    'unavailable',
    'This file is being prepared. Your download is not used up: please try again later, or contact ' +
      'us and give your order number.',
  ),
  retryAfterSeconds: 300,
};

/** Opens the files that people bought. */
export class Downloads {
  readonly #buyerCopies: BuyerCopies;
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps, parts: { readonly buyerCopies: BuyerCopies }) {
    this.#buyerCopies = parts.buyerCopies;
    this.#deps = deps;
  }

  /** The bytes of a file of one part. */
  readFile(fileKey: string) {
    return this.#deps.files.read(fileKey);
  }

  /**
   * The bytes of a file that `openDownload` answered; the range is inclusive. Once all of the file
   * was sent, by one request or by several, the download counts. `unavailable` if it went missing
   * meanwhile.
   */
  async readDownload(
    { parts, bytes, request }: DownloadFile,
    range: { start: number; end: number } = { start: 0, end: bytes - 1 },
  ): Promise<Outcome<Readable>> {
    const stream = await readParts(this.#deps.files, parts, range);
    if (!stream) return beingPrepared;
    const asked = { start: range.start, bytes: range.end - range.start + 1 };
    return ok(request ? request.count(stream, asked) : stream);
  }

  /**
   * The reader's own stamped copy of the grant's file. `not-found` for anybody without access to
   * the grant; `forbidden` if the grant is suspended, has expired or is used up, or where ten
   * downloads more than it allows were begun and cut; `unavailable` while the file is missing.
   *
   * A download counts once when its file has arrived, however often the file is asked for within an
   * hour (21 times at most). A range belongs to it for a day, until all ranges together have twice
   * the file's size: enough to resume it and for viewers that load page by page. What is beyond that
   * begins another download. Headers alone begin nothing.
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
    const copy = await this.#buyerCopies.ensureCopy(order, grant);
    if (!copy.ok) return beingPrepared;
    const bytes = countBytes(copy.value.parts);
    const askedBytes = countAskedBytes(mode, bytes);
    if (askedBytes === 0) return ok({ ...copy.value, bytes, request: undefined });
    const asked = { grantId: grant.id, askedBytes, fileBytes: bytes, clientIp };
    const request = await this.#allowRequest(asked);
    if (!request) return failUsedUp(grant, renewUrl);
    return ok({ ...copy.value, bytes, request });
  }

  /** The grant and its order, for who has a signed link or is the order's buyer. */
  async #findGrant(
    token: string,
    proof: AccessProof,
  ): Promise<{ grant: DownloadGrant; order: Purchase } | undefined> {
    const storedTokens = this.#deps.secrets.listStored(token);
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

  /** Takes what is asked for from a download, or begins one; undefined if none may begin. */
  async #allowRequest(asked: AskedBytes): Promise<CountedRequest | undefined> {
    const { grantId, askedBytes, fileBytes, clientIp } = asked;
    const now = this.#deps.clock();
    const maxRangeBytes = rangeSizesPerDownload * fileBytes;
    const downloadId = await this.#deps.db.transaction().execute(async (tx) => {
      await lockGrant(tx, grantId);
      const isWhole = askedBytes >= fileBytes;
      const since = new Date(now.getTime() - (isWhole ? wholeWindowMs : rangeWindowMs));
      const ongoing = isWhole
        ? await takeWhole(tx, grantId, since)
        : await takeRangeBytes(tx, grantId, askedBytes, since);
      if (ongoing !== undefined) return ongoing;
      const left = { rangeBytesLeft: maxRangeBytes, wholesLeft: moreWholes };
      const begun = { grantId, clientIp, downloadedAt: now, ...left };
      return beginDownload(tx, begun, grantCutTries);
    });
    return downloadId === undefined
      ? undefined
      : new CountedRequest(this.#deps, { grantId, downloadId, fileBytes, maxRangeBytes });
  }
}

type AskedBytes = {
  readonly grantId: number;
  readonly askedBytes: number;
  readonly fileBytes: number;
  readonly clientIp: string;
};

const failUsedUp = ({ downloadCount, maxDownloads }: DownloadGrant, renewUrl: string): Refusal =>
  fail(
    'forbidden',
    downloadCount < maxDownloads
      ? `This download was begun and cut too many times. Get new links: ${renewUrl}`
      : `This file was downloaded ${maxDownloads} times, which is the limit. Get new links: ${renewUrl}`,
  );

function countAskedBytes(mode: DownloadMode, fileBytes: number): number {
  if (mode === 'head') return 0;
  return mode === 'full' ? fileBytes : mode(fileBytes);
}

import { goodsTitles } from '#core/catalogue/goods/goods.model.ts';
import { canDeliver, findLicenceGoods, type SoldFile } from '#core/catalogue/index.ts';
import type { Deps, Tx } from '#core/deps.ts';
import type { OrderDeps } from '../deps.ts';
import { grantCutTries, grantDays, grantDownloads } from '../model.ts';
import type { DatabaseOrTx, Purchase } from '../purchase.store.ts';
import { copyOrderFiles, hasGivenFiles, listOrderFiles } from './order-file.store.ts';
import {
  insertBuyerGrant,
  listGrants,
  upsertSeatGrant,
  type DownloadGrant,
  type GrantTerms,
  type GrantWithFile,
} from './download-grant.store.ts';

/** A file as the buyer's pages show it. */
export type OrderFile = {
  /** `file` was uploaded; the others are printed from the report's data. */
  readonly kind: 'file' | 'pdf' | 'workbook';
  /** "Report (PDF)" */
  readonly title: string;
  /** "PDF", "XLSX" */
  readonly format: string;
  /** Undefined for what has no pages, and where nobody knows them. */
  readonly pages: number | undefined;
  /** Without the reader's name; undefined for a file that is printed for each reader. */
  readonly sizeBytes: number | undefined;
  readonly edition: number;
  /** False for a file of an edition that a newer one has replaced. */
  readonly isNewestEdition: boolean;
  readonly token: string;
  readonly downloadsLeft: number;
  readonly downloadsAllowed: number;
  /** ISO time. */
  readonly expiresAt: string;
  /** False once the grant has expired or is used up. */
  readonly isUsable: boolean;
  /** False while the store's file is missing. */
  readonly isReady: boolean;
};

/** A download link as emails and a seat's page show it. */
export type DownloadLink = {
  readonly label: string;
  readonly url: string;
  /** False once the grant has expired or is used up. */
  readonly isUsable: boolean;
  /** False while the store's file is missing. */
  readonly isReady: boolean;
};

const printedKinds = { pdf: 'pdf', workbook: 'xlsx' } as const;

/** The name, format and length of a grant's file. */
function describeFile(grant: GrantWithFile) {
  const { kind, fileTitle, fileKind, filePages, fileBytes, editionPages } = grant;
  const printed = kind === 'file' ? undefined : printedKinds[kind];
  return {
    pages: (kind === 'pdf' ? editionPages : filePages) ?? undefined,
    sizeBytes: fileBytes ?? undefined,
    title: printed ? goodsTitles[printed] : (fileTitle ?? ''),
    format: (printed ?? fileKind ?? '').toUpperCase(),
  };
}

/** The part of its edition that a grant is for. */
export const getSoldFile = ({
  kind,
  editionFileId,
}: Pick<DownloadGrant, 'kind' | 'editionFileId'>): SoldFile =>
  kind === 'file' ? { kind, editionFileId: editionFileId ?? 0 } : { kind, editionFileId: null };

/** True until the grant has expired or is used up. */
const isUsable = (terms: GrantTerms, now: Date): boolean =>
  countLeft(terms) > 0 && terms.expiresAt > now;

/** How many downloads can still arrive. */
const countLeft = ({ maxDownloads, downloadCount, begunCount }: GrantTerms): number =>
  Math.max(0, Math.min(maxDownloads - downloadCount, maxDownloads + grantCutTries - begunCount));

/** Returns the files of one order as its grants say at `now`, with the opened tokens of their links. */
export function toOrderFiles(
  vault: Deps['vault'],
  grants: readonly GrantWithFile[],
  now: Date,
): OrderFile[] {
  const newestEdition = Math.max(...grants.map(({ editionNumber }) => editionNumber));
  return grants.map((grant) => ({
    ...describeFile(grant),
    kind: grant.kind,
    edition: grant.editionNumber,
    isNewestEdition: grant.editionNumber === newestEdition,
    token: vault.open(grant.token),
    downloadsLeft: countLeft(grant),
    downloadsAllowed: grant.maxDownloads,
    expiresAt: grant.expiresAt.toISOString(),
    isUsable: isUsable(grant, now),
    isReady: grant.fileMissingSince === null,
  }));
}

/** The terms of a grant that is created or renewed now. */
export const freshGrantTerms = (now: Date): GrantTerms => ({
  expiresAt: new Date(now.getTime() + grantDays * 86_400_000),
  downloadCount: 0,
  begunCount: 0,
  maxDownloads: grantDownloads,
});

/** The text that a download link signs. */
export const getSignatureText = (token: string, expires: string): string =>
  `download ${token} ${expires}`;

type EditionFiles = { readonly edition: number; readonly files: readonly SoldFile[] };

/** Returns the parts of that edition that these grants have, the newest edition first. */
function ofNewestEdition(grants: readonly GrantWithFile[]): EditionFiles {
  const edition = grants[0]?.editionNumber ?? 0;
  const newest = grants.filter(({ editionNumber }) => editionNumber === edition);
  return { edition, files: newest.map(getSoldFile) };
}

/** Returns the files that staff gave to an order itself; of edition 0 if there are none. */
async function readGivenFiles(tx: Tx, purchaseId: number): Promise<EditionFiles> {
  const files = await listOrderFiles(tx, purchaseId);
  return {
    edition: Math.max(0, ...files.map(({ edition }) => edition)),
    files: files.map(({ id }) => ({ kind: 'file', editionFileId: id })),
  };
}

/** Creates download grants, and the links to them. */
export class DownloadGrants {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * In `tx`, for the payment: the buyer may download what the licence brings of the newest edition.
   * Where we deliver that ourselves, what staff gave to the order that this one upgrades; or what
   * the ordered edition has, where the order was placed while its files were there. False where
   * there is nothing yet: the order waits.
   */
  async createPaidGrants(tx: Tx, order: Purchase): Promise<boolean> {
    const { id, upgradeOf } = order;
    if (await this.#saveGrants(tx, id, null, await this.listSoldNow(tx, order))) return true;
    if (upgradeOf !== null && (await hasGivenFiles(tx, upgradeOf))) {
      await copyOrderFiles(tx, { from: upgradeOf, to: id, addedAt: this.#deps.clock() });
      return this.#saveGrants(tx, id, null, await readGivenFiles(tx, id));
    }
    if (order.deliveryDays !== null) return false;
    return this.#saveGrants(tx, id, null, await this.#listOrderedFiles(tx, order));
  }

  /**
   * In `tx`, before the payment is taken: true where the report can still be delivered, as the order
   * says: with files at once where it was placed so, since it has no day by which to wait.
   */
  async hasGoodsFor(tx: Tx, order: Purchase): Promise<boolean> {
    const { reportId, licence, upgradeOf, deliveryDays } = order;
    const sold = await this.listSoldNow(tx, order, { mustBeStored: true });
    if (sold.files.length > 0) return true;
    if (upgradeOf !== null && (await hasGivenFiles(tx, upgradeOf))) return true;
    if (!(await canDeliver(tx, reportId, licence))) return false;
    if (deliveryDays !== null) return true;
    return (await this.#listOrderedFiles(tx, order)).files.length > 0;
  }

  /** In `tx`: what the edition has that was ordered, while it was sold in files. */
  #listOrderedFiles(tx: Tx, { reportId, licence, editionNumber: edition }: Purchase) {
    const wanted = { reportId, licence, edition, wasSoldAsFiles: true };
    return this.#deps.catalogue.files.listSoldFiles(tx, wanted);
  }

  /**
   * In `tx`: the buyer (`seatId` null) or a seat may download what the order's licence includes of
   * the newest edition; a seat whose licence has no later editions, of the one that the buyer has,
   * and none before the buyer. What staff gave to the order itself counts until a later edition has
   * files; where the licence brings none any more, a seat has those of its buyer. Grants for earlier
   * editions stay. A buyer's existing grants are not changed; those of a seat are renewed. False
   * where there is nothing to download.
   */
  async createDownloadGrants(
    tx: Tx,
    order: Pick<Purchase, 'id' | 'reportId' | 'licence' | 'includesNewEditions'>,
    seatId: number | null,
  ): Promise<boolean> {
    const bought = seatId === null ? [] : await listGrants(tx, order.id, null);
    if (seatId !== null && bought.length === 0) return false;
    const sold = await this.#deps.catalogue.files.listSoldFiles(tx, {
      ...order,
      edition: order.includesNewEditions ? undefined : bought[0]?.editionNumber,
    });
    const given = await readGivenFiles(tx, order.id);
    const isNewer = sold.files.length > 0 && sold.edition > given.edition;
    if (isNewer || given.files.length > 0)
      return this.#saveGrants(tx, order.id, seatId, isNewer ? sold : given);
    return this.#saveGrants(tx, order.id, seatId, ofNewestEdition(bought));
  }

  /**
   * In `tx`, for an order that waits for us: its buyer and its accepted seats may download what
   * staff gave to it, or else what the licence includes by now. False, and nothing changes, where
   * there is neither.
   */
  async createDeliveredGrants(
    tx: Tx,
    order: Purchase,
    seatIds: readonly number[],
  ): Promise<boolean> {
    const given = await readGivenFiles(tx, order.id);
    const files = given.files.length > 0 ? given : await this.listSoldNow(tx, order);
    for (const seatId of [null, ...seatIds]) await this.#saveGrants(tx, order.id, seatId, files);
    return files.files.length > 0;
  }

  /**
   * In `tx`: what the order's licence brings of the newest edition. An order that was promised gets
   * of it what is sold in files by now, and nothing while we deliver the report ourselves.
   */
  async listSoldNow(tx: Tx, order: Purchase, { mustBeStored = false } = {}): Promise<EditionFiles> {
    const { catalogue } = this.#deps;
    const { reportId, licence, deliveryDays } = order;
    const goods = deliveryDays === null ? undefined : await findLicenceGoods(tx, reportId, licence);
    const kind = goods?.delivery.kind;
    if (deliveryDays !== null && kind !== 'files' && kind !== 'made')
      return { edition: 0, files: [] };
    return catalogue.files.listSoldFiles(tx, { reportId, licence, mustBeStored });
  }

  async #saveGrants(
    tx: Tx,
    purchaseId: number,
    seatId: number | null,
    { edition: editionNumber, files }: EditionFiles,
  ): Promise<boolean> {
    const terms = freshGrantTerms(this.#deps.clock());
    const saveGrant = seatId === null ? insertBuyerGrant : upsertSeatGrant;
    for (const file of files) {
      const { sealed: token } = this.#deps.secrets.createToken();
      await saveGrant(tx, { purchaseId, seatId, editionNumber, ...file, token, ...terms });
    }
    return files.length > 0;
  }

  /**
   * The links to the files of a seat, or to those of the buyer where `seatId` is null: the newest
   * edition first.
   */
  async listDownloadLinks(
    purchaseId: number,
    seatId: number | null,
    db: DatabaseOrTx = this.#deps.db,
  ): Promise<DownloadLink[]> {
    const now = this.#deps.clock();
    const grants = await listGrants(db, purchaseId, seatId);
    const newestEdition = grants[0]?.editionNumber;
    return grants.map((grant) => ({
      label:
        describeFile(grant).title +
        (grant.editionNumber === newestEdition ? '' : `, edition ${grant.editionNumber}`),
      url: this.#deps.origin + this.createDownloadPath(grant),
      isUsable: isUsable(grant, now),
      isReady: grant.fileMissingSince === null,
    }));
  }

  /** The signed path of a download: it works in any browser until the grant expires. */
  createDownloadPath(grant: Pick<DownloadGrant, 'token' | 'expiresAt'>): string {
    const { vault, signer } = this.#deps;
    const token = vault.open(grant.token);
    const expires = toLinkExpiry(grant.expiresAt);
    const signature = signer.sign(getSignatureText(token, expires));
    return `/download/${token}?expires=${expires}&signature=${signature}`;
  }
}

/** A grant's end as its links name it, in whole seconds. */
export const toLinkExpiry = (expiresAt: Date): string =>
  String(Math.floor(expiresAt.getTime() / 1000));

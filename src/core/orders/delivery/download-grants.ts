import { goodsTitles } from '#core/catalogue/goods/goods.model.ts';
import type { SoldFile } from '#core/catalogue/index.ts';
import type { Deps, Tx } from '#core/deps.ts';
import { createLinkToken } from '#core/kernel/link-secrets.ts';
import type { OrderDeps } from '../deps.ts';
import { grantCutTries, grantDays, grantDownloads } from '../model.ts';
import type { DatabaseOrTx, Purchase } from '../purchase.store.ts';
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

/** What a grant's file is called, its format, and how long it is. */
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

/** What of its edition a grant is for. */
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

/** The files of one order, as its grants say. */
export function toOrderFiles(
  grants: readonly GrantWithFile[],
  { clock, vault }: Pick<Deps, 'clock' | 'vault'>,
): OrderFile[] {
  const now = clock();
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

/** Creates download grants, and the links to them. */
export class DownloadGrants {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * In `tx`: the buyer (`seatId` null) or a seat may download what the order's licence includes of
   * the newest edition; a seat whose licence has no later editions, of the one that the buyer has.
   * Grants for earlier editions stay. A buyer's existing grants are not changed; those of a seat
   * are renewed.
   */
  async createDownloadGrants(
    tx: Tx,
    order: Pick<Purchase, 'id' | 'reportId' | 'licence' | 'includesNewEditions'>,
    seatId: number | null,
  ): Promise<void> {
    const { catalogue, clock } = this.#deps;
    const terms = freshGrantTerms(clock());
    const saveGrant = seatId === null ? insertBuyerGrant : upsertSeatGrant;
    const [bought] =
      seatId === null || order.includesNewEditions ? [] : await listGrants(tx, order.id, null);
    const { edition, files } = await catalogue.listSoldFiles(tx, {
      ...order,
      edition: bought?.editionNumber,
    });
    for (const file of files) {
      const { sealed: token } = createLinkToken(this.#deps);
      const purchaseId = order.id;
      await saveGrant(tx, { purchaseId, seatId, editionNumber: edition, ...file, token, ...terms });
    }
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

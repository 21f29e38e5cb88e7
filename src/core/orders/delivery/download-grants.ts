import type { Tx } from '#core/deps.ts';
import type { OrderDeps } from '../deps.ts';
import { grantDays, grantDownloads } from '../model.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';
import {
  insertBuyerGrant,
  listGrants,
  upsertSeatGrant,
  type DownloadGrant,
  type GrantTerms,
} from './download-grant.store.ts';

/** A file as the buyer's pages show it. */
export type OrderFile = {
  readonly kind: 'pdf' | 'workbook';
  readonly token: string;
  readonly downloadsLeft: number;
  readonly downloadsAllowed: number;
  /** ISO time. */
  readonly expiresAt: string;
  /** False once the grant has expired or is used up. */
  readonly isUsable: boolean;
};

/** A download link as emails and a seat's page show it. */
export type DownloadLink = {
  readonly label: string;
  readonly url: string;
  /** False once the grant has expired or is used up. */
  readonly isUsable: boolean;
};

const fileLabels = { pdf: 'Report (PDF)', workbook: 'Data workbook (Excel)' } as const;

/** True until the grant has expired or is used up. */
const isUsable = ({ maxDownloads, downloadCount, expiresAt }: GrantTerms, now: Date): boolean =>
  downloadCount < maxDownloads && expiresAt > now;

export const toOrderFile = (grant: DownloadGrant, now: Date): OrderFile => ({
  kind: grant.kind,
  token: grant.token,
  downloadsLeft: grant.maxDownloads - grant.downloadCount,
  downloadsAllowed: grant.maxDownloads,
  expiresAt: grant.expiresAt.toISOString(),
  isUsable: isUsable(grant, now),
});

/** The terms of a grant that is created or renewed now. */
export const freshGrantTerms = (now: Date): GrantTerms => ({
  expiresAt: new Date(now.getTime() + grantDays * 86_400_000),
  downloadCount: 0,
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
   * In `tx`: the buyer (`seatId` null) or a seat may download both files. A buyer's existing grants
   * are not changed; those of a seat are renewed.
   */
  async createDownloadGrants(tx: Tx, purchaseId: number, seatId: number | null): Promise<void> {
    const terms = freshGrantTerms(this.#deps.clock());
    const saveGrant = seatId === null ? insertBuyerGrant : upsertSeatGrant;
    for (const kind of ['pdf', 'workbook'] as const) {
      const token = this.#deps.generateSecret();
      await saveGrant(tx, { purchaseId, seatId, kind, token, ...terms });
    }
  }

  /** The links to the files of a seat, or to those of the buyer where `seatId` is null. */
  async listDownloadLinks(
    purchaseId: number,
    seatId: number | null,
    db: DatabaseOrTx = this.#deps.db,
  ): Promise<DownloadLink[]> {
    const now = this.#deps.clock();
    const grants = await listGrants(db, purchaseId, seatId);
    return grants.map((grant) => ({
      label: fileLabels[grant.kind],
      url: this.#deps.origin + this.createDownloadPath(grant),
      isUsable: isUsable(grant, now),
    }));
  }

  /** The signed path of a download: it works in any browser until the grant expires. */
  createDownloadPath({ token, expiresAt }: Pick<DownloadGrant, 'token' | 'expiresAt'>): string {
    const expires = toLinkExpiry(expiresAt);
    const signature = this.#deps.signer.sign(getSignatureText(token, expires));
    return `/download/${token}?expires=${expires}&signature=${signature}`;
  }
}

/** A grant's end as its links name it, in whole seconds. */
export const toLinkExpiry = (expiresAt: Date): string =>
  String(Math.floor(expiresAt.getTime() / 1000));

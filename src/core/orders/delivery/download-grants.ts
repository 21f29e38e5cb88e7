import type { OrderDeps } from '../deps.ts';
import type { Tx, Database } from '#core/deps.ts';
import { grantDays, grantDownloads } from '../model.ts';

type DownloadGrant = {
  readonly kind: 'pdf' | 'workbook';
  readonly token: string;
  readonly maxDownloads: number;
  readonly downloadCount: number;
  readonly expiresAt: Date;
};

/** A file as its buyer's pages show it; `isUsable` until its grant has ended or was used up. */
export type OrderFile = {
  readonly kind: 'pdf' | 'workbook';
  readonly token: string;
  readonly downloadsLeft: number;
  readonly downloadsAllowed: number;
  readonly expiresAt: string;
  readonly isUsable: boolean;
};

/** True until the grant has ended or was used up. */
export const isUsable = (
  {
    maxDownloads,
    downloadCount,
    expiresAt,
  }: Pick<DownloadGrant, 'maxDownloads' | 'downloadCount' | 'expiresAt'>,
  now: Date,
): boolean => downloadCount < maxDownloads && expiresAt > now;

export const toOrderFile = (grant: DownloadGrant, now: Date): OrderFile => ({
  kind: grant.kind,
  token: grant.token,
  downloadsLeft: grant.maxDownloads - grant.downloadCount,
  downloadsAllowed: grant.maxDownloads,
  expiresAt: grant.expiresAt.toISOString(),
  isUsable: isUsable(grant, now),
});

/** What a grant has as it begins, and again as it is renewed. */
export const freshGrantTerms = (now: Date) => ({
  expiresAt: new Date(now.getTime() + grantDays * 86_400_000),
  downloadCount: 0,
  maxDownloads: grantDownloads,
});

/** A link as letters and a seat's page bring it; `works` until it has ended or was used up. */
export type DownloadLink = {
  readonly label: string;
  readonly url: string;
  readonly isUsable: boolean;
};

export const getSignatureText = (token: string, expires: string): string =>
  `download ${token} ${expires}`;

export class DownloadGrants {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** The buyer (no seat) or a seat may download both files, five times within thirty days. The buyer's grant that stands is left as it is; a seat's begins anew. */
  async createDownloadGrants(tx: Tx, purchaseId: number, seatId: number | null): Promise<void> {
    const terms = freshGrantTerms(this.#deps.clock());
    for (const kind of ['pdf', 'workbook'] as const) {
      await tx
        .insertInto('downloadGrant')
        .values({ purchaseId, kind, seatId, token: this.#deps.generateSecret(), ...terms })
        .onConflict((conflict) => {
          const known = conflict.columns(['purchaseId', 'kind', 'seatId']);
          return seatId === null ? known.doNothing() : known.doUpdateSet(terms);
        })
        .execute();
    }
  }

  /** Links of a buyer's (or a seat's) grants. */
  async listDownloadLinks(
    purchaseId: number,
    seatId: number | null,
    db: Database | Tx = this.#deps.db,
  ): Promise<DownloadLink[]> {
    const grants = await db
      .selectFrom('downloadGrant')
      .selectAll()
      .where('purchaseId', '=', purchaseId)
      .where('seatId', seatId === null ? 'is' : '=', seatId)
      .orderBy('kind')
      .execute();
    return grants.map((one) => ({
      label: one.kind === 'pdf' ? 'Report (PDF)' : 'Data workbook (Excel)',
      url: this.#deps.origin + this.createDownloadPath(one),
      isUsable: isUsable(one, this.#deps.clock()),
    }));
  }

  /** The path of a download that works from any browser until the grant ends. */
  createDownloadPath(grant: { token: string; expiresAt: Date }): string {
    const expires = String(Math.floor(grant.expiresAt.getTime() / 1000));
    return `/download/${grant.token}?expires=${expires}&signature=${this.#deps.signer.sign(getSignatureText(grant.token, expires))}`;
  }
}

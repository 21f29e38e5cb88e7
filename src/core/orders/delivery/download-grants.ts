import { grantDays, grantDownloads } from '../model.ts';

type DownloadGrant = {
  readonly kind: string;
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
  kind: grant.kind === 'pdf' ? 'pdf' : 'workbook',
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

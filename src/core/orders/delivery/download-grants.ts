import { grantDays, grantDownloads } from '../model.ts';

type DownloadGrant = {
  readonly kind: string;
  readonly token: string;
  readonly allowed: number;
  readonly downloads: number;
  readonly expiresAt: Date;
};

/** A file as its buyer's pages show it; `works` until its grant has ended or was used up. */
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
  { allowed, downloads, expiresAt }: Pick<DownloadGrant, 'allowed' | 'downloads' | 'expiresAt'>,
  now: Date,
): boolean => downloads < allowed && expiresAt > now;

export const toOrderFile = (grant: DownloadGrant, now: Date): OrderFile => ({
  kind: grant.kind === 'pdf' ? 'pdf' : 'workbook',
  token: grant.token,
  downloadsLeft: grant.allowed - grant.downloads,
  downloadsAllowed: grant.allowed,
  expiresAt: grant.expiresAt.toISOString(),
  isUsable: isUsable(grant, now),
});

/** What a grant has as it begins, and again as it is renewed. */
export const freshGrantTerms = (now: Date) => ({
  expiresAt: new Date(now.getTime() + grantDays * 86_400_000),
  downloads: 0,
  allowed: grantDownloads,
});

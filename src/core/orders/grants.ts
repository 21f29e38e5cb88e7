import { grantDays, grantDownloads } from './model.ts';

type Grant = {
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
  readonly left: number;
  readonly allowed: number;
  readonly ends: string;
  readonly works: boolean;
};

/** True until the grant has ended or was used up. */
export const works = (
  { allowed, downloads, expiresAt }: Pick<Grant, 'allowed' | 'downloads' | 'expiresAt'>,
  now: Date,
): boolean => downloads < allowed && expiresAt > now;

export const fileOf = (grant: Grant, now: Date): OrderFile => ({
  kind: grant.kind === 'pdf' ? 'pdf' : 'workbook',
  token: grant.token,
  left: grant.allowed - grant.downloads,
  allowed: grant.allowed,
  ends: grant.expiresAt.toISOString(),
  works: works(grant, now),
});

/** What a grant has as it begins, and again as it is renewed. */
export const anew = (now: Date) => ({
  expiresAt: new Date(now.getTime() + grantDays * 86_400_000),
  downloads: 0,
  allowed: grantDownloads,
});

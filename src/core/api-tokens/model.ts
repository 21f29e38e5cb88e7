/** The rights of a token. */
export const tokenScopes = ['imports', 'export'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** For how many days a token may be made; without days it works until it is revoked. */
export const tokenDays = [30, 90, 365] as const;

export type ApiToken = {
  readonly id: number;
  /** Says which program has it: "nightly feed". Unique among those in use. */
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** null if it works until it is revoked. */
  readonly expiresAt: Date | null;
};

/** What a token may do. */
export const tokenScopes = ['imports', 'export'] as const;
export type TokenScope = (typeof tokenScopes)[number];

export type ApiToken = {
  readonly id: number;
  /** Says which program has it: "nightly feed". Unique. */
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
};

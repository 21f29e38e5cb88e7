import type { Database } from '../deps.ts';

export async function insertSetupLink(
  db: Database,
  link: { readonly tokenHash: string; readonly expiresAt: Date },
): Promise<void> {
  await db.insertInto('setupLink').values(link).execute();
}

export async function hasSetupLink(db: Database, tokenHash: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('setupLink')
    .select('tokenHash')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteSetupLinks(db: Database): Promise<void> {
  await db.deleteFrom('setupLink').execute();
}

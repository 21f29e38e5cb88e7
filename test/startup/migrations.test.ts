import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrateDatabase } from '#adapters/database/migrate.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase } from '../support/test-database.ts';

test('F-21 a migration that fails half-way leaves nothing; the next run completes it', async () => {
  const database = await createTestDatabase();
  const folder = createTemporaryFolder('migrations');
  const hasTable = async (): Promise<boolean> =>
    (
      await sql<{ found: boolean }>`select to_regclass('half_way') is not null as found`.execute(
        database.db,
      )
    ).rows[0]?.found ?? false;
  try {
    cpSync('db/migrations', folder.path, { recursive: true });
    const broken = path.join(folder.path, '9998_broken.sql');
    writeFileSync(
      broken,
      'create table half_way (id int);\ninsert into half_way select 1;\nselect 1 / 0;\n',
    );
    await expect(migrateDatabase(database, folder.path)).rejects.toThrow();
    expect(await hasTable()).toBe(false);
    writeFileSync(broken, 'create table half_way (id int);\n');
    await Promise.all([
      migrateDatabase(database, folder.path),
      migrateDatabase(database, folder.path),
    ]);
    expect(await hasTable()).toBe(true);
  } finally {
    await database.drop();
    folder.remove();
  }
});

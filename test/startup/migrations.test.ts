import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrateDatabase } from '#adapters/database/migrate.ts';
import { createTestDatabase } from '../support/test-database.ts';

test('F-21 a change of the schema that breaks half-way leaves nothing behind, and the next start completes it', async () => {
  const database = await createTestDatabase();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-migrate-'));
  const there = async (): Promise<boolean> =>
    (
      await sql<{ found: boolean }>`select to_regclass('half_way') is not null as found`.execute(
        database.db,
      )
    ).rows[0]?.found ?? false;
  try {
    cpSync('db/migrations', folder, { recursive: true });
    const broken = path.join(folder, '9998_broken.sql');
    writeFileSync(
      broken,
      'create table half_way (id int);\ninsert into half_way select 1;\nselect 1 / 0;\n',
    );
    await expect(migrateDatabase(database, folder)).rejects.toThrow();
    expect(await there()).toBe(false);
    writeFileSync(broken, 'create table half_way (id int);\n');
    await Promise.all([migrateDatabase(database, folder), migrateDatabase(database, folder)]);
    expect(await there()).toBe(true);
  } finally {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});

import { cpSync, readdirSync, writeFileSync } from 'node:fs';
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

test('drafts of answers are what their authors typed, after the store is updated', async () => {
  const database = await createTestDatabase('unmigrated');
  const folder = createTemporaryFolder('migrations');
  try {
    for (const name of readdirSync('db/migrations').filter((one) => one < '0301'))
      cpSync(path.join('db/migrations', name), path.join(folder.path, name));
    await migrateDatabase(database, folder.path);
    await sql`insert into staff (email, name, role, created_at)
      values ('anna@example.com', 'Anna', 'sales', now())`.execute(database.db);
    await sql`insert into lead (kind, name, email, mailbox, fields, fingerprint, page_path, created_at)
      values ('contact', 'Ada', 'ada@a.example', 'ada@a.example', '{}', 'x', '/', now())`.execute(
      database.db,
    );
    await sql`insert into lead_draft (lead_id, staff_id, subject, body, saved_at)
      select lead.id, staff.id, 'Re', 'Dear Ada', '2026-11-01' from lead, staff`.execute(
      database.db,
    );
    await migrateDatabase(database, 'db/migrations');
    const kept = await sql`select place, fields, typed_at from typed_text`.execute(database.db);
    expect(kept.rows).toEqual([
      {
        place: '/admin/enquiries/1',
        fields: { subject: 'Re', body: 'Dear Ada' },
        typedAt: expect.any(Date),
      },
    ]);
  } finally {
    await database.drop();
    folder.remove();
  }
});

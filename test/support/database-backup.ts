import { sql, type Kysely } from 'kysely';
import type { DB } from '#core/kernel/database-types.ts';

/** The rows and sequences of every table of ours, to be put back as a restored backup would. */
export type DatabaseBackup = { readonly restore: () => Promise<void> };

/** Keeps a copy of the database beside it. */
export async function backUpDatabase(db: Kysely<DB>): Promise<DatabaseBackup> {
  const tables = await listTables(db);
  await sql`create schema backup`.execute(db);
  for (const { name } of tables)
    await sql`create table backup.${sql.id(name)} as table ${sql.id(name)}`.execute(db);
  const { rows: sequences } = await sql<{ name: string; lastValue: number | null }>`
    select sequencename as name, last_value as "lastValue" from pg_sequences
    where schemaname = current_schema`.execute(db);
  return {
    restore: () =>
      db.transaction().execute(async (tx) => {
        // As pg_restore does: neither triggers nor foreign keys while rows come back.
        await sql`set local session_replication_role = replica`.execute(tx);
        const names = tables.map(({ name }) => sql.id(name));
        await sql`truncate ${sql.join(names)}`.execute(tx);
        for (const { name, columns } of tables) {
          const list = sql.join(columns.map((column) => sql.id(column)));
          await sql`insert into ${sql.id(name)} (${list}) overriding system value
            select ${list} from backup.${sql.id(name)}`.execute(tx);
        }
        for (const { name, lastValue } of sequences)
          if (lastValue !== null)
            await sql`select setval(${name}::regclass, ${lastValue})`.execute(tx);
          else await sql`alter sequence ${sql.id(name)} restart`.execute(tx);
      }),
  };
}

type Table = { readonly name: string; readonly columns: readonly string[] };

async function listTables(db: Kysely<DB>): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select columns.table_name as name,
      array_agg(columns.column_name::text order by columns.ordinal_position) as columns
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema and table_type = 'BASE TABLE'
      and columns.is_generated = 'NEVER'
    group by columns.table_name`.execute(db);
  return rows;
}

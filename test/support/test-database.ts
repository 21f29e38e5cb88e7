import { sql } from 'kysely';
import { openDatabase, type OpenDatabase } from '#adapters/database/index.ts';
import { executeOnServer, urlForDatabase } from './postgres/execute-on-server.ts';
import { templateDatabaseName, type Template } from './postgres/template-databases.ts';

export { executeOnServer };

export type TestDatabase = OpenDatabase & {
  readonly url: string;
  readonly drop: () => Promise<void>;
};

/** A copy of a template has the template's id otherwise: in life no two stores have the same. */
const becomeOtherStore = (db: OpenDatabase['db']) =>
  db
    .updateTable('storeIdentity')
    .set({ storeId: sql`replace(gen_random_uuid()::text, '-', '')` })
    .execute();

/**
 * A database of its own (0.1 s): migrated without rows, with twelve reports of every kind (`small`),
 * or with the whole demo catalogue; or `unmigrated`, without tables.
 */
export async function createTestDatabase(template: Template = 'empty'): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server)
    throw new Error(
      'There is no database for this test: run it with "npm test", not as a unit test.',
    );
  const name = `t_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  // Copied as files: the other way, through the log, costs several times as much.
  await executeOnServer(
    server,
    `create database ${name} template ${templateDatabaseName(template)} strategy file_copy`,
  );
  const url = urlForDatabase(server, name);
  const database = await openDatabase(url, 30);
  if (template !== 'unmigrated') await becomeOtherStore(database.db);
  return {
    ...database,
    url,
    drop: async () => {
      await database.close();
      await executeOnServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

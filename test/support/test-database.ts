import pg from 'pg';
import { openDatabase, type OpenDatabase } from '#adapters/database/index.ts';

export type TestDatabase = OpenDatabase & { readonly url: string; drop(): Promise<void> };

/** A migrated, empty database of its own (0.1 s), from the template that the set-up made. */
export async function createTestDatabase(template = 'reportstand_template'): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server)
    throw new Error(
      'The tests run under test/support/global-setup.ts: use "npm test" or vitest with the project\'s configuration.',
    );
  const name = `t_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await executeOnServer(server, `create database ${name} template ${template}`);
  const url = server.replace(/\/[^/]*$/, `/${name}`);
  const database = await openDatabase(url, 30);
  return {
    ...database,
    url,
    drop: async () => {
      await database.close();
      await executeOnServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Runs one statement outside a transaction on the server's own database. */
export async function executeOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

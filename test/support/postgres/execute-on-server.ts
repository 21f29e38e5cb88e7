import pg from 'pg';

/** Runs one statement outside a transaction on the server's own database. */
export async function executeOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A query that is under way rejects; unheard, the connection's own error would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export const urlForDatabase = (serverUrl: string, name: string): string =>
  serverUrl.replace(/\/[^/]*$/, `/${name}`);

import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { limitFetch, limitQueries } from './limit-steps.ts';
import { createTestDatabase } from './test-database.ts';

/** A server that answers nothing, or the beginning of a body alone. */
async function openSilentServer() {
  const server = createServer((request, response) => {
    if (request.url === '/begun') response.writeHead(200).write('{');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a fetch without an answer, or whose body stops, says what was waited for', async () => {
  const server = await openSilentServer();
  const limited = { fetch: (...args: Parameters<typeof fetch>) => fetch(...args) };
  limitFetch(limited, 300);
  await expect(limited.fetch(`${server.url}/never`, { method: 'POST' })).rejects.toThrow(
    `waited 0.3 s in vain until POST ${server.url}/never has answered`,
  );
  const begun = await limited.fetch(`${server.url}/begun`);
  await expect(begun.json()).rejects.toThrow(
    `waited 0.3 s in vain until the body of GET ${server.url}/begun has come`,
  );
  server.close();
});

test('a query that waits for a lock says so, and its connection ends', async () => {
  const database = await createTestDatabase('empty');
  const client = new pg.Client({ connectionString: database.url });
  limitQueries(client, 300);
  const ended = new Promise((resolve) => client.once('error', resolve));
  await client.connect();
  await expect(client.query('select pg_sleep(3600)')).rejects.toThrow(
    'waited 0.3 s in vain until PostgreSQL has answered "select pg_sleep(3600)"',
  );
  await ended;
  await database.drop();
});

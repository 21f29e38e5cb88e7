import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { invalidate, listenForInvalidations, splitIntoPayloads } from './cache-invalidation.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

test('any number of tags fits into notifications of less than 8,000 bytes each', () => {
  const tags = Array.from({ length: 2000 }, (_, i) => `report:lithium-and-größe-"${i}"`);
  const payloads = splitIntoPayloads(tags);
  expect(payloads.length).toBeLessThan(12);
  expect(payloads.every((payload) => Buffer.byteLength(payload) < 8000)).toBe(true);
  expect(payloads.flatMap((payload) => JSON.parse(payload) as string[])).toEqual(tags);
  expect(splitIntoPayloads([])).toEqual([]);
});

/** The database behind a line on which its answers take 200 ms. */
async function openSlowLine(): Promise<{ readonly url: string; readonly close: () => void }> {
  const url = new URL(database.url);
  const { port, hostname } = url;
  const server = net.createServer((client) => {
    const toDatabase = net.connect(Number(port), hostname);
    client.pipe(toDatabase);
    toDatabase.on('data', (bytes) => setTimeout(() => client.write(bytes), 200));
    client.on('close', () => toDatabase.destroy()).on('error', () => {});
    toDatabase.on('error', () => client.destroy());
  });
  server.listen(0, hostname);
  await once(server, 'listening');
  url.port = String((server.address() as net.AddressInfo).port);
  return { url: url.href, close: () => void server.close() };
}

test('what was committed before is handled when it has settled, however slow the line is', async () => {
  const line = await openSlowLine();
  const dropped: string[] = [];
  let isConnected = false;
  const handlers = {
    onInvalidate: (tags: string[]) => void dropped.push(...tags),
    onReconnect: () => void (isConnected = true),
  };
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const listener = listenForInvalidations(line.url, handlers, silent);
  try {
    await listener.settle();
    await waitUntil('the listener listens', () => isConnected);
    await database.db.transaction().execute((tx) => invalidate(tx, ['report:1', 'site']));
    expect(dropped).toEqual([]);
    await listener.settle();
    expect(dropped).toEqual(['report:1', 'site']);
  } finally {
    await listener.close();
    line.close();
  }
});

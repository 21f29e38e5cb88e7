import { afterEach, expect, test } from 'vitest';
import { startFaultyDatabaseProxy } from '../../../test/support/faulty-database.ts';
import { createTestDatabase } from '../../../test/support/test-database.ts';
import { openWatchedDatabase } from './index.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function startProxy() {
  const database = await createTestDatabase();
  closing.push(database.drop);
  const proxy = await startFaultyDatabaseProxy(database.url);
  closing.push(proxy.close);
  return proxy;
}

async function openPool() {
  const proxy = await startProxy();
  const { pool, close } = await openWatchedDatabase(proxy.url);
  closing.push(close);
  return { pool, proxy };
}

test('F-32 one connection that is not answered is no reason to refuse those who need none', async () => {
  const { pool, proxy } = await openPool();
  const [first, second] = [await pool.connect(), await pool.connect()];
  closing.push(() => second.release());
  proxy.freezeNextConnection();
  const third = pool.connect().catch(String);
  await third;
  first.release();
  for (let i = 0; i < 20; i++)
    expect((await pool.query<{ n: number }>('select 1 as n')).rows).toEqual([{ n: 1 }]);
  expect(await third).toContain('timeout');
});

test('F-32 where the next connection is not answered either, everybody is refused at once', async () => {
  const { pool, proxy } = await openPool();
  const first = await pool.connect();
  closing.push(() => first.release(true));
  proxy.freeze();
  await expect(pool.connect()).rejects.toThrow();
  await expect(pool.connect()).rejects.toThrow('the database does not answer');
});

test('F-32 a database that is silent at first is asked again at a start', async () => {
  const proxy = await startProxy();
  proxy.freezeNextConnection();
  const { pool, close } = await openWatchedDatabase(proxy.url);
  closing.push(close);
  expect((await pool.query<{ n: number }>('select 1 as n')).rows).toEqual([{ n: 1 }]);
});

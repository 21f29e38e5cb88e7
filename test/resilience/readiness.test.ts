import { afterEach, expect, test } from 'vitest';
import { ReadinessCheck, type Readiness } from '#adapters/readiness.ts';
import { healthRoutes } from '#server/routes/health.ts';
import { startFaultyDatabaseProxy, type FaultyDatabase } from '../support/faulty-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

type Health = {
  readonly database: TestDatabase;
  readonly proxy: FaultyDatabase;
  readonly setWorkerAlive: (isAlive: boolean | undefined) => void;
  readonly request: (path: string) => Promise<{ status: number; body: unknown }>;
};

async function openHealth(migrationNames: string[] = ['0001_catalogue']): Promise<Health> {
  const database = await createTestDatabase('small');
  closers.push(database.drop);
  const proxy = await startFaultyDatabaseProxy(database.url);
  closers.push(proxy.close);
  let isAlive: boolean | undefined = true;
  const readiness = new ReadinessCheck({
    databaseUrl: proxy.url,
    migrationNames,
    isWorkerAlive: () => isAlive,
  });
  closers.push(() => readiness.close());
  const routes = healthRoutes({ checkReadiness: (): Promise<Readiness> => readiness.check() });
  return {
    database,
    proxy,
    setWorkerAlive: (value) => void (isAlive = value),
    request: async (path) => {
      const response = await routes.request(path);
      expect(response.headers.get('cache-control')).toBe('no-store');
      return { status: response.status, body: await response.json() };
    },
  };
}

const allWell = {
  ready: true,
  database: 'ok',
  migrations: 'ok',
  worker: 'ok',
  store: 'ok',
  oldestOverdueJobSeconds: 0,
};

test('F-26 a program that can do all of its work is ready', async () => {
  const { request } = await openHealth();
  expect(await request('/readyz')).toEqual({ status: 200, body: allWell });
});

test('F-26 while the database stands still the program is alive and not ready', async () => {
  const { request, proxy } = await openHealth();
  expect((await request('/readyz')).status).toBe(200);
  proxy.freeze();
  const unknown = { migrations: 'unknown', store: 'unknown' };
  const frozen = { ready: false, database: 'no answer', worker: 'ok', ...unknown };
  expect(await request('/readyz')).toEqual({ status: 503, body: frozen });
  expect(await request('/healthz')).toEqual({ status: 200, body: { ok: true } });
});

test('F-26 connections that were lost make one answer at most say that it is not ready', async () => {
  const { request, proxy } = await openHealth();
  expect((await request('/readyz')).status).toBe(200);
  proxy.freezeOpenConnections();
  await request('/readyz');
  expect((await request('/readyz')).status).toBe(200);
});

test.each([
  ['starting', undefined],
  ['stuck', false],
])('F-26 a worker that is %s makes the program not ready', async (worker, isAlive) => {
  const { request, setWorkerAlive } = await openHealth();
  setWorkerAlive(isAlive);
  expect(await request('/readyz')).toEqual({
    status: 503,
    body: { ...allWell, ready: false, worker },
  });
});

test('F-26 a database without the newest migration makes the program not ready', async () => {
  const { request } = await openHealth(['0001_catalogue', '9999_future']);
  expect(await request('/readyz')).toEqual({
    status: 503,
    body: { ...allWell, ready: false, migrations: 'missing' },
  });
});

test('F-26 a job that nobody does makes the program not ready', async () => {
  const { request, database } = await openHealth();
  await database.pool.query(
    `select graphile_worker.add_job('emails.sendDue', run_at := now() - interval '1 hour')`,
  );
  const { status, body } = await request('/readyz');
  expect(status).toBe(503);
  expect(body).toMatchObject({ ready: false, worker: 'ok' });
  expect((body as Readiness).oldestOverdueJobSeconds).toBeGreaterThanOrEqual(3600);
});

import { afterEach, expect, test } from 'vitest';
import { getRequestContext, runInContext } from '#src/request-context.ts';
import type { JobHandlers, JobName } from '#core/jobs.ts';
import {
  startFaultyDatabaseProxy,
  type FaultyDatabase,
} from '../../../test/support/faulty-database.ts';
import { quickWorkerTimes } from '../../../test/support/quick-worker-times.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { enqueue } from './enqueue.ts';
import { startWorker, type RunningWorker, type WorkerOptions } from './worker.ts';

const silentLog = { info: () => {}, warn: () => {}, error: () => {} };
const logErrors = (messages: string[]) => ({
  log: { ...silentLog, error: (_: object, message: string) => void messages.push(message) },
});
const forever = new Promise<void>(() => {});

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function openDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  closers.push(database.drop);
  return database;
}

async function openFaultyDatabase(): Promise<{ database: TestDatabase; proxy: FaultyDatabase }> {
  const database = await openDatabase();
  const proxy = await startFaultyDatabaseProxy(database.url);
  closers.push(proxy.close);
  return { database, proxy };
}

async function openWorker(
  databaseUrl: string,
  jobs: Partial<JobHandlers>,
  options: Partial<WorkerOptions> = {},
): Promise<RunningWorker> {
  const worker = await startWorker({
    databaseUrl,
    jobs,
    schedules: {},
    log: silentLog,
    times: quickWorkerTimes,
    ...options,
  });
  closers.push(worker.stop);
  return worker;
}

/** Queues an email job with each of the ids. */
const enqueueEmails = ({ db }: TestDatabase, ids: readonly number[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const id of ids) await enqueue(tx, 'emails.send', { id });
  });

async function countJobs({ pool }: TestDatabase): Promise<number> {
  const { rowCount } = await pool.query('select from graphile_worker.jobs');
  return rowCount ?? 0;
}

test('a quick job does not wait for long ones that were there before it', async () => {
  const database = await openDatabase();
  await database.db.transaction().execute(async (tx) => {
    for (let i = 0; i < 12; i++)
      await enqueue(tx, 'orders.deliver', { purchaseId: i }, { isLongRunning: true });
    await enqueue(tx, 'emails.send', { id: 1 });
  });
  const finished: JobName[] = [];
  const { promise: quickJob, resolve: endQuickJob } = Promise.withResolvers<void>();
  await openWorker(database.url, {
    // A slot that takes long to ask for its first job finds the others still at theirs.
    'orders.deliver': async () => {
      await quickJob;
      finished.push('orders.deliver');
    },
    'emails.send': async () => {
      finished.push('emails.send');
      endQuickJob();
    },
  });
  await waitUntil('all jobs have run', () => finished.length === 13);
  // Four are begun at once.
  expect(finished.indexOf('emails.send')).toBeLessThan(4);
});

test('F-23 jobs whose results could not be recorded do not end the worker', async () => {
  const { database, proxy } = await openFaultyDatabase();
  const sent = new Set<number>();
  proxy.cutOnText('complete_job');
  // The library's shutdown waits for the deliveries, and so for ever.
  const jobs = {
    'emails.send': async ({ id }: { id: number }) => void sent.add(id),
    'orders.deliver': () => forever,
  };
  await database.db.transaction().execute((tx) => enqueue(tx, 'orders.deliver', { purchaseId: 1 }));
  await openWorker(proxy.url, jobs);
  await enqueueEmails(database, [1, 2, 3, 4, 5, 6, 7, 8]);
  await waitUntil('several results are lost', () => proxy.countCuts() > 5);
  proxy.cutOnText(undefined);
  await enqueueEmails(database, [9]);
  await waitUntil('every email is recorded', async () => (await countJobs(database)) === 1);
  expect(sent.size).toBe(9);
});

test('F-23 connections that hang, the listening one too, do not end the worker', async () => {
  const { database, proxy } = await openFaultyDatabase();
  const sent = new Set<number>();
  const worker = await openWorker(proxy.url, {
    'emails.send': async ({ id }) => void sent.add(id),
  });
  await enqueueEmails(database, [1]);
  await waitUntil('the worker works', async () => (await countJobs(database)) === 0);
  proxy.freezeOpenConnections();
  await enqueueEmails(database, [2]);
  await waitUntil('the job is done and recorded', async () => (await countJobs(database)) === 0);
  expect([...sent]).toEqual([1, 2]);
  await waitUntil('the worker says that it is alive', () => worker.isAlive());
});

test('F-23 jobs that never end hold up no others, and are not run a second time', async () => {
  const database = await openDatabase();
  const begun: number[] = [];
  await enqueueEmails(database, [-1, -2, -3, -4]);
  await openWorker(database.url, {
    'emails.send': ({ id }) => {
      begun.push(id);
      return id < 0 ? forever : Promise.resolve();
    },
  });
  await waitUntil('four jobs have begun', () => begun.length === 4);
  await enqueueEmails(database, [1, 2, 3]);
  await waitUntil('the others are done', async () => (await countJobs(database)) === 4);
  expect(begun.toSorted((a, b) => a - b)).toEqual([-4, -3, -2, -1, 1, 2, 3]);
});

test('F-23 a job that ends after its runner was replaced is done, and not run again', async () => {
  const database = await openDatabase();
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun: number[] = [];
  await enqueueEmails(database, [1]);
  const replaced: string[] = [];
  await openWorker(
    database.url,
    { 'emails.send': ({ id }) => (begun.push(id), promise) },
    logErrors(replaced),
  );
  await waitUntil('the runner is replaced', () => replaced.length > 0);
  resolve();
  await waitUntil('the job is recorded', async () => (await countJobs(database)) === 0);
  expect(begun).toEqual([1]);
});

test('F-27 the worker stops though its job goes on and the database stands still', async () => {
  const { database, proxy } = await openFaultyDatabase();
  const { promise, reject } = Promise.withResolvers<void>();
  const [begun, errors]: [number[], string[]] = [[], []];
  await enqueueEmails(database, [1]);
  const jobs = { 'emails.send': ({ id }: { id: number }) => (begun.push(id), promise) };
  const worker = await openWorker(proxy.url, jobs, logErrors(errors));
  await waitUntil('the job runs', () => begun.length > 0);
  proxy.freeze();
  await worker.stop();
  expect(worker.isAlive()).toBe(false);
  reject(new Error('the program has ended, and another one runs the job again'));
  await expect(promise).rejects.toThrow();
  expect(errors).toEqual([]);
});

test.each([
  ['ahead and back', "now() + interval '1 day'"],
  ['back', "now() - interval '1 day'"],
])('F-25 jobs go on after the clock jumped a day %s', async (_, jumped) => {
  const database = await openDatabase();
  const { pool } = database;
  await enqueueEmails(database, [1]);
  await pool.query(`update graphile_worker._private_jobs set run_at = ${jumped}`);
  await pool.query(`insert into scheduled_job values ('emails.sendDue', ${jumped})`);
  const runs: JobName[] = [];
  await openWorker(
    database.url,
    {
      'emails.send': async () => void runs.push('emails.send'),
      'emails.sendDue': async () => void runs.push('emails.sendDue'),
    },
    { schedules: { 'emails.sendDue': { everySeconds: 86_400 } } },
  );
  await waitUntil('both have run', () => runs.length === 2);
});

test('F-25 a failed job keeps its pause before the next attempt', async () => {
  const database = await openDatabase();
  let attempts = 0;
  let beats = 0;
  await enqueueEmails(database, [1]);
  await openWorker(
    database.url,
    {
      'emails.send': () => Promise.reject(new Error(`attempt ${++attempts}`)),
      'emails.sendDue': async () => void beats++,
    },
    { schedules: { 'emails.sendDue': { everySeconds: 1 } } },
  );
  await waitUntil('it has failed, and waits for half an hour', async () => {
    const { rowCount } = await database.pool.query(
      `update graphile_worker._private_jobs set attempts = 8, run_at = now() + interval '0.5 hours'
        where attempts = 1 and last_error is not null`,
    );
    return rowCount === 1;
  });
  const beatsBefore = beats;
  await waitUntil('the worker has looked again', () => beats > beatsBefore + 2);
  expect(attempts).toBe(1);
});

test('a scheduled job is queued once for each time, however many workers there are', async () => {
  const database = await openDatabase();
  let runs = 0;
  const start = (): Promise<RunningWorker> =>
    openWorker(
      database.url,
      { 'orders.reconcile': async () => void runs++, 'emails.sendDue': async () => {} },
      { schedules: { 'orders.reconcile': { everySeconds: 86_400 } } },
    );
  await Promise.all([start(), start(), start()]);
  await waitUntil('it has run', () => runs > 0);
  await waitUntil('all is done', async () => (await countJobs(database)) === 0);
  expect(runs).toBe(1);
});

test('what a job logs names the job and the request that queued it; its failure has a stack', async () => {
  const database = await openDatabase();
  const contexts: object[] = [];
  const logged: object[] = [];
  const job = 'accounts.sendPasswordResetEmail';
  await runInContext({ requestId: 'request-1' }, () =>
    database.db
      .transaction()
      .execute((tx) => enqueue(tx, job, { email: 'a@b.example' }, { maxAttempts: 1 })),
  );
  await openWorker(
    database.url,
    {
      [job]: () => {
        contexts.push(getRequestContext());
        return Promise.reject(new Error('broken'));
      },
    },
    { log: { ...silentLog, error: (fields) => void logged.push(fields) } },
  );
  await waitUntil('the failure is logged', () => logged.length > 0);
  expect(contexts).toEqual([{ requestId: 'request-1', job, jobId: expect.anything() }]);
  expect(logged).toMatchObject([{ job, error: { stack: expect.stringContaining('worker.test') } }]);
});

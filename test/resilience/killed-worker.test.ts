import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { enqueue } from '#adapters/jobs/enqueue.ts';
import { startWorker } from '#adapters/jobs/worker.ts';
import { quickWorkerTimes } from '../support/quick-worker-times.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';

const closers: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

type WorkerProcess = {
  readonly output: () => string;
  readonly send: (signal: NodeJS.Signals) => void;
  readonly endJob: () => void;
};

/** A worker in a process of its own that has begun a reconciliation, which it doesn't end. */
async function startBusyProcess({ db, url }: TestDatabase): Promise<WorkerProcess> {
  const child = spawn(process.execPath, ['test/support/worker-process.ts', url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  closers.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const options = { queueName: 'orders.reconcile' };
  await db.transaction().execute((tx) => enqueue(tx, 'orders.reconcile', {}, options));
  await waitUntil('the process has begun the job', () => output.includes('began'));
  return {
    output: () => output,
    send: (signal) => void child.kill(signal),
    endJob: () => void child.stdin.write('\n'),
  };
}

/** A worker of this process: how often it has reconciled, and how often it was asked the time. */
async function startLivingWorker({ url }: TestDatabase): Promise<{
  readonly countReconciliations: () => number;
  /** Resolves when the worker had more time than it needs to free a dead process's job. */
  readonly waitForManyBeats: () => Promise<unknown>;
}> {
  let reconciliations = 0;
  let scheduledRuns = 0;
  const worker = await startWorker({
    databaseUrl: url,
    jobs: {
      'orders.reconcile': async () => void reconciliations++,
      'emails.sendDue': async () => void scheduledRuns++,
    },
    schedules: { 'emails.sendDue': { everySeconds: 1 } },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    times: quickWorkerTimes,
  });
  closers.push(worker.stop);
  return {
    countReconciliations: () => reconciliations,
    waitForManyBeats: () => {
      const enough = scheduledRuns + 4;
      return waitUntil('the living worker has had time', () => scheduledRuns >= enough);
    },
  };
}

async function openDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  closers.push(database.drop);
  return database;
}

test('F-24 a living process takes up the jobs and queues of one that was killed', async () => {
  const database = await openDatabase();
  const busy = await startBusyProcess(database);
  const [living] = await Promise.all([startLivingWorker(database), startLivingWorker(database)]);
  await living.waitForManyBeats();
  busy.send('SIGKILL');
  const { pool } = database;
  await waitUntil('the job is done by another', async () => {
    const { rowCount } = await pool.query(
      `select from graphile_worker.jobs where task_identifier = 'orders.reconcile'`,
    );
    return rowCount === 0;
  });
  expect(busy.output()).not.toContain('ended');
});

test('F-24 the job of a process that stood still for a while is not run twice', async () => {
  const database = await openDatabase();
  const busy = await startBusyProcess(database);
  const living = await startLivingWorker(database);
  busy.send('SIGSTOP');
  await living.waitForManyBeats();
  busy.send('SIGCONT');
  await living.waitForManyBeats();
  busy.endJob();
  await waitUntil('the job has ended', () => busy.output().includes('ended'));
  await living.waitForManyBeats();
  expect(living.countReconciliations()).toBe(0);
});

test('F-24 the job of a process whose connections were cut is not run twice', async () => {
  const database = await openDatabase();
  const busy = await startBusyProcess(database);
  const living = await startLivingWorker(database);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await living.waitForManyBeats();
  busy.endJob();
  await waitUntil('the job has ended', () => busy.output().includes('ended'));
  await living.waitForManyBeats();
  expect(living.countReconciliations()).toBe(0);
});

import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/support/test-database.ts';
import { getRequestContext, runInContext } from '#src/request-context.ts';
import { enqueue } from './enqueue.ts';
import { startWorker } from './worker.ts';

const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

test('a quick job does not wait for long ones that were there before it', async () => {
  const { db, pool, drop } = await createTestDatabase();
  await db.transaction().execute(async (tx) => {
    for (let i = 0; i < 12; i++)
      await enqueue(tx, 'orders.deliver', { purchaseId: i }, { isLongRunning: true });
    await enqueue(tx, 'emails.send', { id: 1 });
  });
  const finished: string[] = [];
  const worker = await startWorker({
    pool,
    jobs: {
      'orders.deliver': async () => void finished.push('deliver'),
      'emails.send': async () => void finished.push('email'),
    },
    cronSchedules: {},
    log: silentLog,
  });
  await expect.poll(() => finished.length, { timeout: 10_000 }).toBe(13);
  await worker.stop();
  await drop();
  // Four are begun at once.
  expect(finished.indexOf('email')).toBeLessThan(4);
});

test('what a job logs names the job and the request that queued it; its failure has a stack', async () => {
  const { db, pool, drop } = await createTestDatabase();
  const contexts: object[] = [];
  const logged: object[] = [];
  await runInContext({ requestId: 'request-1' }, () =>
    db
      .transaction()
      .execute((tx) =>
        enqueue(
          tx,
          'accounts.sendPasswordResetEmail',
          { email: 'a@b.example' },
          { maxAttempts: 1 },
        ),
      ),
  );
  const worker = await startWorker({
    pool,
    jobs: {
      'accounts.sendPasswordResetEmail': async () => {
        contexts.push(getRequestContext());
        throw new Error('broken');
      },
    },
    cronSchedules: {},
    log: { ...silentLog, error: (fields) => void logged.push(fields) },
  });
  await expect.poll(() => logged.length, { timeout: 10_000 }).toBe(1);
  await worker.stop();
  await drop();
  const job = 'accounts.sendPasswordResetEmail';
  expect(contexts).toEqual([{ requestId: 'request-1', job, jobId: expect.anything() }]);
  expect(logged).toMatchObject([{ job, error: { stack: expect.stringContaining('worker.test') } }]);
});

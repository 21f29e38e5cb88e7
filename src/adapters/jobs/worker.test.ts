import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/support/test-database.ts';
import { enqueue, startWorker } from './worker.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

test('a quick job does not wait for long ones that were there before it', async () => {
  const { db, pool, drop } = await createTestDatabase();
  const done: string[] = [];
  await db.transaction().execute(async (tx) => {
    for (let i = 0; i < 12; i++) await enqueue(tx, 'test.print', { i }, { isLongRunning: true });
    await enqueue(tx, 'test.letter', {});
  });
  const worker = await startWorker(
    pool,
    {
      'test.print': async () => void done.push('print'),
      'test.letter': async () => void done.push('letter'),
    },
    {},
    silent,
  );
  await expect.poll(() => done.length, { timeout: 120_000 }).toBe(13);
  await worker.stop();
  await drop();
  // Four are begun at once.
  expect(done.indexOf('letter')).toBeLessThan(4);
});

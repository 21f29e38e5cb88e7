import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/support/database.ts';
import { later, startWorker } from './later.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

test('a quick job does not wait for long ones that were there before it', async () => {
  const { db, pool, drop } = await freshDatabase();
  const done: string[] = [];
  await db.transaction().execute(async (tx) => {
    for (let i = 0; i < 12; i++) await later(tx, 'test.print', { i }, { long: true });
    await later(tx, 'test.letter', {});
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
  await expect.poll(() => done.length, { timeout: 10_000 }).toBe(13);
  await worker.stop();
  await drop();
  // Four are begun at once.
  expect(done.indexOf('letter')).toBeLessThan(4);
});

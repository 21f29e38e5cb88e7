import type pg from 'pg';

/** The advisory lock that every worker process of one database holds, shared, while it lives. */
const workerLockId = 7_210_441;

/**
 * This process is known as alive until the returned function is called, or its connection ends.
 * Where no other process lives, jobs that a killed one held are free at once; the library alone
 * would wait four hours.
 */
export async function holdWorkerLock(pool: pg.Pool): Promise<() => void> {
  const client = await pool.connect();
  client.on('error', () => {});
  const { rows } = await client.query<{ isAlone: boolean }>(
    'select pg_try_advisory_lock($1) as "isAlone"',
    [workerLockId],
  );
  const isAlone = rows[0]?.isAlone === true;
  if (isAlone) {
    await client.query(`select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs where locked_by is not null
    ))`);
  }
  await client.query('select pg_advisory_lock_shared($1)', [workerLockId]);
  if (isAlone) await client.query('select pg_advisory_unlock($1)', [workerLockId]);
  return () => client.release(true);
}

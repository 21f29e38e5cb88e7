import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueDueJobs } from '#adapters/jobs/job-schedule.ts';
import { openTestApp, type TestApp } from '../../test/support/test-app.ts';
import { enqueueScheduledJobs, scheduledJobs } from './scheduled-jobs.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

/** Returns the names of the jobs that `queue` adds, in the order in which it adds them. */
async function listQueued(queue: () => Promise<void>): Promise<string[]> {
  const { db } = testApp.deps;
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await queue();
  const { rows } = await sql<{ name: string }>`
    select identifier as name from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    order by jobs.id`.execute(db);
  return rows.map(({ name }) => name);
}

test('a start and a worker queue what is due in one order, so that neither waits for the other', async () => {
  const client = new pg.Client(testApp.databaseUrl);
  await client.connect();
  try {
    const atStart = await listQueued(() => enqueueScheduledJobs(testApp.deps));
    const byWorker = await listQueued(() => queueDueJobs(client, scheduledJobs));
    expect(atStart.length).toBeGreaterThan(10);
    expect(atStart).toEqual(atStart.toSorted());
    expect(byWorker.length).toBeGreaterThan(10);
    expect(byWorker).toEqual(byWorker.toSorted());
  } finally {
    await client.end();
  }
});

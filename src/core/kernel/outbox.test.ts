import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import {
  contactFields,
  listQueuedEmails,
  newLeadVisitor,
} from '../../../test/support/test-leads.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

test('F-14 emails wait while the mail server is down, and are sent later, once', async () => {
  const email = 'outage@example.com';
  await testApp.sendDueEmails();
  testApp.setMailServerDown(true);
  await testApp.app.leads.submitContact(contactFields(email), newLeadVisitor());
  await testApp.sendDueEmails();
  testApp.advanceClock(60 * 60_000);
  await testApp.sendDueEmails();
  expect((await listQueuedEmails(testApp, email))[0]).toMatchObject({
    state: 'queued',
    attemptCount: 2,
    lastError: expect.stringContaining('down'),
  });
  testApp.setMailServerDown(false);
  testApp.advanceClock(60 * 60_000);
  await Promise.all([testApp.sendDueEmails(), testApp.sendDueEmails()]);
  await testApp.sendDueEmails();
  expect((await listQueuedEmails(testApp, email))[0]).toMatchObject({
    state: 'sent',
    attemptCount: 3,
  });
  expect(testApp.emails.filter(({ to }) => to === email)).toHaveLength(1);
});

/** How long until the next run of the outbox that is queued, in ms of the app's clock. */
async function getNextRunDelayMs(): Promise<number> {
  const { rows } = await sql<{ runAt: Date }>`
    select run_at as "runAt" from graphile_worker.jobs
      where task_identifier = 'emails.sendDue' and run_at > ${testApp.deps.clock()}
      order by run_at limit 1`.execute(testApp.deps.db);
  return (rows[0]?.runAt.getTime() ?? Infinity) - testApp.deps.clock().getTime();
}

test('F-43 emails go out within a minute after the mail server was away for ten', async () => {
  const { leads } = testApp.app;
  testApp.setMailServerDown(true);
  const addresses = Array.from({ length: 6 }, (_, i) => `away${i}@example.com`);
  for (const email of addresses) await leads.submitContact(contactFields(email), newLeadVisitor());
  for (let waitedMs = 0; waitedMs < 600_000;) {
    await testApp.sendDueEmails();
    const delayMs = await getNextRunDelayMs();
    expect(delayMs).toBeLessThanOrEqual(40_000);
    testApp.advanceClock(delayMs);
    waitedMs += delayMs;
  }
  testApp.setMailServerDown(false);
  await testApp.sendDueEmails();
  for (const email of addresses)
    expect(testApp.emails.filter(({ to }) => to === email)).toHaveLength(1);
});

test('the wait before the next attempt doubles from half a minute to a quarter of an hour', async () => {
  const email = 'backoff@example.com';
  const { db, clock } = testApp.deps;
  const emailRow = db.selectFrom('outboxEmail').where('recipient', '=', email);
  testApp.setMailServerDown(true);
  await testApp.app.leads.submitContact(contactFields(email), newLeadVisitor());
  const expectWaitSeconds = async (seconds: number): Promise<void> => {
    const earliest = clock().getTime() + seconds * 1000;
    await testApp.sendDueEmails();
    const latest = clock().getTime() + seconds * 1000;
    const { nextAttemptAt } = await emailRow.select('nextAttemptAt').executeTakeFirstOrThrow();
    expect(nextAttemptAt.getTime()).toBeGreaterThanOrEqual(earliest);
    expect(nextAttemptAt.getTime()).toBeLessThanOrEqual(latest);
    testApp.advanceClock(seconds * 1000 + 1000);
  };
  for (const seconds of [30, 60, 120, 240, 480, 900, 900]) await expectWaitSeconds(seconds);
  await testApp.sendDueEmails();
  await testApp.sendDueEmails();
  expect(await emailRow.select('attemptCount').executeTakeFirst()).toEqual({ attemptCount: 8 });
  testApp.setMailServerDown(false);
});

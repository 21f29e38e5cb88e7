import type { Deps } from '#core/deps.ts';
import type { ScheduledJobName } from '#core/jobs.ts';

/** Jobs that run at every start and by the clock (cron, UTC). */
export const scheduledJobs = {
  'orders.reconcile': '* * * * *',
  'orders.findMissedEvents': '*/5 * * * *',
  'emails.sendDue': '* * * * *',
  'orders.reconcileTransactions': '20 3 * * *',
} as const satisfies Record<ScheduledJobName, string>;

/** Each scheduled job is queued once, whatever is queued of it already. */
export async function enqueueScheduledJobs({ db, enqueue }: Deps): Promise<void> {
  const names = Object.keys(scheduledJobs) as ScheduledJobName[];
  await db.transaction().execute(async (tx) => {
    for (const name of names)
      await enqueue(
        tx,
        name,
        {},
        { dedupeKey: `${name}:startup`, maxAttempts: 3, queueName: name },
      );
  });
}

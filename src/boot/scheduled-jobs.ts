import type { Schedule } from '#adapters/jobs/job-schedule.ts';
import type { Deps } from '#core/deps.ts';
import type { ScheduledJobName } from '#core/jobs.ts';

/** Jobs that run at every start and by the clock. */
export const scheduledJobs = {
  // Often: a report is public within a minute of its time.
  'catalogue.publishScheduled': { everySeconds: 20 },
  'content.publishScheduled': { everySeconds: 20 },
  // At 2:40 UTC.
  'catalogue.emptyBin': { everySeconds: 86_400, offsetSeconds: 9600 },
  'catalogue.checkReports': { everySeconds: 60 },
  'catalogue.fillSearch': { everySeconds: 600 },
  'catalogue.mergeListDays': { everySeconds: 3600, offsetSeconds: 1800 },
  'orders.reconcile': { everySeconds: 60 },
  'orders.findMissedEvents': { everySeconds: 300 },
  'emails.sendDue': { everySeconds: 60 },
  'newsletter.sendDue': { everySeconds: 30 },
  'webhooks.deliverDue': { everySeconds: 30 },
  'imports.resume': { everySeconds: 60 },
  'imports.resumeFiles': { everySeconds: 60 },
  'longWork.performDue': { everySeconds: 10 },
  // At 3:20 UTC.
  'orders.reconcileTransactions': { everySeconds: 86_400, offsetSeconds: 12_000 },
  // At 3:40 and 3:50 UTC.
  'catalogue.removeUnusedGoods': { everySeconds: 86_400, offsetSeconds: 13_200 },
  'imports.removeSheets': { everySeconds: 86_400, offsetSeconds: 13_800 },
  // At 3:55 UTC.
  'imports.removeUnusedFiles': { everySeconds: 86_400, offsetSeconds: 14_100 },
  // At 3:58 UTC.
  'longWork.removeFiles': { everySeconds: 86_400, offsetSeconds: 14_280 },
  // At 4:00 UTC.
  'media.removeUnused': { everySeconds: 86_400, offsetSeconds: 14_400 },
  'system.sealSecrets': { everySeconds: 86_400, offsetSeconds: 15_300 },
  'webhooks.removeOld': { everySeconds: 86_400, offsetSeconds: 15_000 },
} as const satisfies Record<ScheduledJobName, Schedule>;

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

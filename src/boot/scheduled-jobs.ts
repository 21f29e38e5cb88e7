import type { Schedule } from '#adapters/jobs/job-schedule.ts';
import type { GivenDeps } from '#core/deps.ts';
import type { ScheduledJobName } from '#core/jobs.ts';

/** Every job that runs by the clock; those that clean away run by the clock alone. */
export const scheduledJobs = {
  // Often: what was scheduled is public within a minute of its time.
  'schedule.actOnDue': { everySeconds: 20 },
  // At 2:40 UTC.
  'catalogue.emptyBin': { everySeconds: 86_400, offsetSeconds: 9600, isOnlyOnTime: true },
  'catalogue.countMadePages': { everySeconds: 20 },
  'catalogue.lookForGoods': { everySeconds: 600 },
  'catalogue.checkReports': { everySeconds: 60 },
  'catalogue.fillSearch': { everySeconds: 600 },
  // At 4:25 UTC, and at each start: it looks at every version. Writers and readers make facts, too.
  'catalogue.fillFacts': { everySeconds: 86_400, offsetSeconds: 15_900 },
  'catalogue.mergeListDays': { everySeconds: 3600, offsetSeconds: 1800 },
  'content.beginYear': { everySeconds: 900 },
  'orders.reconcile': { everySeconds: 60 },
  'orders.findMissedEvents': { everySeconds: 300 },
  'emails.sendDue': { everySeconds: 60 },
  'newsletter.sendDue': { everySeconds: 30 },
  'webhooks.deliverDue': { everySeconds: 30 },
  'imports.resume': { everySeconds: 60 },
  'longWork.performDue': { everySeconds: 10 },
  // At 3:20 UTC.
  'orders.reconcileTransactions': { everySeconds: 86_400, offsetSeconds: 12_000 },
  // At 3:40 and 3:50 UTC.
  'catalogue.removeUnusedGoods': {
    everySeconds: 86_400,
    offsetSeconds: 13_200,
    isOnlyOnTime: true,
  },
  'imports.removeSheets': { everySeconds: 86_400, offsetSeconds: 13_800, isOnlyOnTime: true },
  // At 3:55 UTC.
  'imports.removeUnusedFiles': { everySeconds: 86_400, offsetSeconds: 14_100, isOnlyOnTime: true },
  // At 3:58 UTC.
  'longWork.removeFiles': { everySeconds: 86_400, offsetSeconds: 14_280, isOnlyOnTime: true },
  // At 4:00 and 4:10 UTC.
  'media.removeUnused': { everySeconds: 86_400, offsetSeconds: 14_400, isOnlyOnTime: true },
  'webhooks.removeOld': { everySeconds: 86_400, offsetSeconds: 15_000, isOnlyOnTime: true },
  // At 4:11, 4:12 and 4:13 UTC.
  'staff.forgetTypedText': { everySeconds: 86_400, offsetSeconds: 15_060, isOnlyOnTime: true },
  'staff.forgetSentForms': { everySeconds: 86_400, offsetSeconds: 15_120, isOnlyOnTime: true },
  'longWork.removeOld': { everySeconds: 86_400, offsetSeconds: 15_180, isOnlyOnTime: true },
  // At 4:15 UTC.
  'system.sealSecrets': { everySeconds: 86_400, offsetSeconds: 15_300 },
  // At 4:20 UTC.
  'system.emptyTrash': { everySeconds: 86_400, offsetSeconds: 15_600, isOnlyOnTime: true },
  'system.trimKeptPages': { everySeconds: 60 },
  'system.checkFiles': { everySeconds: 600 },
  'uploads.removeOld': { everySeconds: 3600, offsetSeconds: 900, isOnlyOnTime: true },
} as const satisfies Record<ScheduledJobName, Schedule>;

/**
 * At a start: each scheduled job is queued once, whatever is queued of it already, but for those that
 * clean away: a start knows least of what is needed.
 */
export async function enqueueScheduledJobs({ db, enqueue }: GivenDeps): Promise<void> {
  const schedules: Record<ScheduledJobName, Schedule> = scheduledJobs;
  const all = Object.keys(schedules) as ScheduledJobName[];
  // In the order of `queueDueJobs`, which the worker may call at the same moment.
  const names = all.filter((name) => !schedules[name].isOnlyOnTime).toSorted();
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

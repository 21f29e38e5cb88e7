import type { Deps } from '../../deps.ts';
import { listChangedTags } from './listed-facts.ts';
import { markPublished } from './save-reports.store.ts';
import { listStoredIndustries, lockDueReports } from './stored-reports.store.ts';

/** Reports that are published in one transaction. */
const batchSize = 200;

/**
 * Job: reports that are scheduled for today or earlier are published. Two workers at once publish
 * each of them once, and one that was down publishes late.
 */
export async function publishScheduled(deps: Deps): Promise<void> {
  for (;;) {
    const published = await deps.db.transaction().execute(async (tx) => {
      const now = deps.clock();
      const due = await lockDueReports(tx, now.toISOString().slice(0, 10), batchSize);
      if (due.length === 0) return 0;
      await markPublished(
        tx,
        due.map(({ id }) => id),
        now,
      );
      const industries = await listStoredIndustries(tx);
      const slugs = new Map(industries.map(({ id, slug }) => [id, slug]));
      const tags = due.flatMap((report) =>
        listChangedTags(report, { ...report, state: 'published' }, slugs),
      );
      await deps.invalidate(tx, [...new Set(tags)]);
      return due.length;
    });
    if (published < batchSize) return;
  }
}

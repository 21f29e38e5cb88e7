import type { Deps } from '../../deps.ts';
import type { Finder } from '../search/finder.ts';
import { announceChanges } from './announce-changes.ts';
import { listChangedTags } from './listed-facts.ts';
import { markPublished } from './save-reports.store.ts';
import { listStoredIndustries, lockDueReports } from './stored-reports.store.ts';

/** Reports that are published in one transaction. */
const batchSize = 200;

/**
 * Job: reports that are scheduled for today or earlier are published. Two workers at once publish
 * each of them once, and one that was down publishes late.
 */
export async function publishScheduled(deps: Deps & { readonly finder: Finder }): Promise<void> {
  for (;;) {
    const published = await deps.db.transaction().execute(async (tx) => {
      const now = deps.clock();
      const due = await lockDueReports(tx, now.toISOString().slice(0, 10), batchSize);
      if (due.length === 0) return 0;
      const ids = due.map(({ id }) => id);
      await markPublished(tx, ids, now);
      await deps.finder.put(tx, ids);
      const industries = await listStoredIndustries(tx);
      const slugs = new Map(industries.map(({ id, slug }) => [id, slug]));
      const tags = due.flatMap((report) =>
        listChangedTags(report, { ...report, state: 'published' }, slugs),
      );
      await deps.invalidate(tx, [...new Set(tags)]);
      const changes = due.map(
        (report) => ({ before: report.state, after: 'published', report }) as const,
      );
      await announceChanges(deps, tx, changes);
      return due.length;
    });
    if (published < batchSize) return;
  }
}

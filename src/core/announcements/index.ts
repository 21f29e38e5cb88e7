/** Tells search engines and the CDN what changed, after it was saved. */
import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs.ts';
import { changesEverything, listChangedPages, listCopiedPages } from './changed-pages.model.ts';

/** Our own processes drop their copies first, or the CDN would fetch one of them. */
const purgeDelayMs = 3000;
/** About a day of tries. */
const maxAttempts = 14;

/**
 * The same with an `invalidate` that also queues what others outside are told: only where the store
 * has such services, and never before the change is saved.
 */
export function announceChanges(deps: Deps): Deps {
  const { searchEngines, cdn } = deps;
  if (!searchEngines && !cdn) return deps;
  return {
    ...deps,
    invalidate: async (tx, tags) => {
      await deps.invalidate(tx, tags);
      const pages = listChangedPages(tags);
      if (searchEngines && pages.length > 0)
        await deps.enqueue(tx, 'announcements.submitPages', { pages }, options('engines'));
      if (cdn && tags.length > 0)
        await deps.enqueue(
          tx,
          'announcements.purgeCopies',
          { tags: [...new Set(tags)] },
          { ...options('cdn'), delayMs: purgeDelayMs },
        );
    },
  };
}

/** A service that is slow holds up one worker. */
const options = (service: string) => ({ maxAttempts, queueName: `announcements.${service}` });

/** Once a service is not set any more, its jobs do nothing. */
export const createAnnouncementJobs = ({
  origin,
  searchEngines,
  cdn,
}: Deps): Pick<JobHandlers, 'announcements.submitPages' | 'announcements.purgeCopies'> => ({
  'announcements.submitPages': async ({ pages }) => {
    await searchEngines?.submit(pages.map((path) => origin + path));
  },
  'announcements.purgeCopies': async ({ tags }) => {
    await cdn?.purge({
      tags,
      addresses: listCopiedPages(tags).map((path) => origin + path),
      isEverything: changesEverything(tags),
    });
  },
});

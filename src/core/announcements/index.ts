/** Tells search engines and the CDN what changed, after it was saved. */
import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs.ts';
import type { ChangedCopies } from './cdn.port.ts';
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
      for (const part of splitPages(pages, searchEngines))
        await deps.enqueue(tx, 'announcements.submitPages', { pages: part }, options('engines'));
      for (const part of splitTags([...new Set(tags)], deps))
        await deps.enqueue(
          tx,
          'announcements.purgeCopies',
          { tags: part },
          { ...options('cdn'), delayMs: purgeDelayMs },
        );
    },
  };
}

/** A service that is slow holds up one worker. */
const options = (service: string) => ({ maxAttempts, queueName: `announcements.${service}` });

/** A job is one request: trying it again does not repeat another that was accepted. */
function splitPages(pages: readonly string[], engines: Deps['searchEngines']): string[][] {
  const parts: string[][] = [];
  if (engines)
    for (let start = 0; start < pages.length; start += engines.maxAddresses)
      parts.push(pages.slice(start, start + engines.maxAddresses));
  return parts;
}

/** The same for cache tags, of which each stands for several addresses. */
function splitTags(tags: readonly string[], { cdn, origin }: Deps): string[][] {
  if (!cdn || tags.length === 0) return [];
  if (cdn.takesAtOnce(describeCopies(tags, origin))) return [[...tags]];
  const parts: string[][] = [];
  let part: string[] = [];
  for (const tag of tags) {
    if (part.length > 0 && !cdn.takesAtOnce(describeCopies([...part, tag], origin))) {
      parts.push(part);
      part = [];
    }
    part.push(tag);
  }
  return [...parts, part];
}

const describeCopies = (tags: readonly string[], origin: string): ChangedCopies => ({
  tags,
  addresses: listCopiedPages(tags).map((path) => origin + path),
  isEverything: changesEverything(tags),
});

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
    await cdn?.purge(describeCopies(tags, origin));
  },
});

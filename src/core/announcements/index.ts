/** Tells search engines and the CDN what changed, after it was saved. */
import type { GivenDeps } from '../deps.ts';
import type { JobHandlers } from '../jobs.ts';
import type { ChangedCopies } from './cdn.port.ts';
import { changesEverything, listChangedPages, listCopiedPages } from './changed-pages.model.ts';

/** Our own processes drop their copies first, or the CDN would fetch one of them. */
const purgeDelayMs = 3000;
/** About a day of tries. */
const maxAttempts = 14;

/** The services outside that are told of a change, if the store has them. */
export class Announcements {
  readonly #deps: GivenDeps;

  constructor(deps: GivenDeps) {
    this.#deps = deps;
  }

  /**
   * In `tx`: drops cached pages as the given `invalidate` does, and queues what search engines and
   * the CDN are told: never before the change is saved.
   */
  readonly invalidate: GivenDeps['invalidate'] = async (tx, tags) => {
    const { searchEngines, enqueue } = this.#deps;
    await this.#deps.invalidate(tx, tags);
    for (const part of splitPages(listChangedPages(tags), searchEngines))
      await enqueue(tx, 'announcements.submitPages', { pages: part }, options('engines'));
    for (const part of this.#splitTags([...new Set(tags)]))
      await enqueue(
        tx,
        'announcements.purgeCopies',
        { tags: part },
        { ...options('cdn'), delayMs: purgeDelayMs },
      );
  };

  /** Jobs of the worker. Once a service is not set any more, its jobs do nothing. */
  get jobs(): Pick<JobHandlers, 'announcements.submitPages' | 'announcements.purgeCopies'> {
    const { origin, searchEngines, cdn } = this.#deps;
    return {
      'announcements.submitPages': async ({ pages }) => {
        await searchEngines?.submit(pages.map((path) => origin + path));
      },
      'announcements.purgeCopies': async ({ tags }) => {
        await cdn?.purge(describeCopies(tags, origin));
      },
    };
  }

  /** Returns parts that the CDN takes in one request each; a tag stands for several addresses. */
  #splitTags(tags: readonly string[]): string[][] {
    const { cdn, origin } = this.#deps;
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
}

/** A service that is slow holds up one worker. */
const options = (service: string) => ({ maxAttempts, queueName: `announcements.${service}` });

/** A job is one request: trying it again does not repeat another that was accepted. */
function splitPages(pages: readonly string[], engines: GivenDeps['searchEngines']): string[][] {
  const parts: string[][] = [];
  if (engines)
    for (let start = 0; start < pages.length; start += engines.maxAddresses)
      parts.push(pages.slice(start, start + engines.maxAddresses));
  return parts;
}

const describeCopies = (tags: readonly string[], origin: string): ChangedCopies => ({
  tags,
  addresses: listCopiedPages(tags).map((path) => origin + path),
  isEverything: changesEverything(tags),
});

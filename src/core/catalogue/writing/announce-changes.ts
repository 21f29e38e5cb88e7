import type { Deps, Tx } from '../../deps.ts';
import type { OutgoingEvent } from '../../kernel/outgoing-event.model.ts';
import type { StoredReportState } from '../reports/report-version.model.ts';
import type { Finder } from '../search/finder.ts';
import { listChangedTags, type ListedFacts } from './listed-facts.ts';
import type { StoredIndustry } from './stored-reports.store.ts';

type ChangedReport = ListedFacts & {
  readonly code: string;
  readonly state: StoredReportState;
};

/** A report before a change, if it was there, and as it is now. */
export type ReportChange = {
  readonly before: ChangedReport | undefined;
  readonly after: ChangedReport;
};

export type ChangesDeps = Pick<Deps, 'events' | 'invalidate' | 'origin'> & {
  readonly finder: Pick<Finder, 'put'>;
};

/** Tells everybody of changed reports: the search, the cached pages and other programs. */
export class ReportChanges {
  readonly #deps: ChangesDeps;

  constructor(deps: ChangesDeps) {
    this.#deps = deps;
  }

  /** In `tx`: the search and the pages show the reports `ids` as they are in `tx`. */
  async announce(
    tx: Tx,
    ids: readonly number[],
    changes: readonly ReportChange[],
    industries: readonly StoredIndustry[],
  ): Promise<void> {
    await this.#deps.finder.put(tx, ids);
    const slugs = new Map(industries.map(({ id, slug }) => [id, slug]));
    const tags = changes.flatMap(({ before, after }) => listChangedTags(before, after, slugs));
    await this.#deps.invalidate(tx, [...new Set(tags)]);
    await this.#deps.events.emit(tx, this.#listEvents(changes));
  }

  /** Reports that are public now, or are not any more. */
  #listEvents(changes: readonly ReportChange[]): OutgoingEvent[] {
    return changes.flatMap(({ before, after: { code, slug, title, state } }) => {
      const wasPublished = before?.state === 'published';
      const isPublished = state === 'published';
      if (wasPublished === isPublished) return [];
      const type = isPublished ? 'report.published' : 'report.withdrawn';
      return [{ type, data: { code, title, url: `${this.#deps.origin}/${slug}` } }];
    });
  }
}

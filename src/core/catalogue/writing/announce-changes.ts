import type { Deps, Tx } from '../../deps.ts';
import type { OutgoingEvent } from '../../kernel/outgoing-event.model.ts';
import { emitEvents, type EventDeps } from '../../kernel/outgoing-events.ts';
import type { StoredReportState } from '../reports/report-version.model.ts';

export type AnnounceDeps = EventDeps & Pick<Deps, 'origin'>;

type NamedReport = { readonly code: string; readonly slug: string; readonly title: string };

/** A report before a change, where it was there, and what it is now. */
type ReportChange = {
  readonly before: StoredReportState | undefined;
  readonly after: StoredReportState;
  readonly report: NamedReport;
};

/** In `tx`: other programs hear of the reports that are public now, or are not any more. */
export const announceChanges = (
  deps: AnnounceDeps,
  tx: Tx,
  changes: readonly ReportChange[],
): Promise<void> =>
  emitEvents(
    deps,
    tx,
    changes.flatMap(({ before, after, report: { code, slug, title } }): OutgoingEvent[] => {
      const wasPublished = before === 'published';
      const isPublished = after === 'published';
      if (wasPublished === isPublished) return [];
      const type = isPublished ? 'report.published' : 'report.withdrawn';
      return [{ type, data: { code, title, url: `${deps.origin}/${slug}` } }];
    }),
  );

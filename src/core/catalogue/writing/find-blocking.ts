/** What keeps a report from being published, through whichever door it would be. */
import type { Tx } from '../../deps.ts';
import { findPlaceholders, type Finding } from '../editing/checks.model.ts';
import { listDeliveredLicences } from '../editing/checks.store.ts';
import type { DraftVersion } from './merge-report.ts';

/** What a report is to say once it is published. `reportId` is undefined for a new one. */
export type ToPublish = { readonly reportId: number | undefined; readonly draft: DraftVersion };

/**
 * For each of them, in their order, what keeps it from being published; the writer of reports
 * refuses further things by itself. Editor, lists, schedules and imports all ask here.
 */
export async function findBlocking(
  tx: Tx,
  reports: readonly ToPublish[],
  now: Date,
): Promise<(readonly Finding[])[]> {
  const ids = reports.flatMap(({ reportId }) => reportId ?? []);
  const delivered = await listDeliveredLicences(tx, ids);
  return reports.map(({ reportId = 0, draft }) =>
    listBlocking(draft, delivered.get(reportId) ?? new Set(), now),
  );
}

/** The same of one report whose uploaded files bring these licences. Pure. */
export const listBlocking = (
  draft: DraftVersion,
  delivered: ReadonlySet<string>,
  now: Date,
): Finding[] => [
  ...findPlaceholders(draft.parts),
  ...findMissingGoods(draft, delivered),
  ...findFutureDay(draft.parts, now.toISOString().slice(0, 10)),
];

const pricedLicences = [
  ['single', 'single-user', 'single-user'],
  ['multiple', 'multiple-user', 'multiple-user'],
  ['corporate', 'corporate-user', 'corporate'],
] as const;

/** Licences that are offered and bring nothing: neither a file nor anything to print one from. */
function findMissingGoods(
  { parts, data }: DraftVersion,
  delivered: ReadonlySet<string>,
): Finding[] {
  if ((parts.description ?? []).length > 0 || data) return [];
  return pricedLicences.flatMap(([price, licence, name]) =>
    typeof parts.prices?.[price] === 'number' && !delivered.has(licence)
      ? [
          {
            path: 'goods' as const,
            message: `Buyers of the ${name} licence would get nothing: upload a file for it, or write a description.`,
          },
        ]
      : [],
  );
}

function findFutureDay({ publishedOn }: DraftVersion['parts'], today: string): Finding[] {
  if (publishedOn === undefined || publishedOn <= today) return [];
  const message = 'This day is in the future: schedule the report, or give an earlier day.';
  return [{ path: 'publishedOn', message }];
}

import type { Database, Tx } from '../../deps.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { refuseVerb } from '../../staff/verbs.model.ts';
import { staleMonths, type StaffReportFilter, type StaffReportQuery } from './staff-list.model.ts';
import {
  areWordsBroad,
  countMatching,
  listMatching,
  maxCount,
  type ListContext,
} from './staff-list.store.ts';
import type { EditingDeps } from './editing-deps.ts';

export type StaffReportRow = Awaited<ReturnType<typeof listMatching>>[number];

export type StaffReportList = {
  readonly rows: readonly StaffReportRow[];
  readonly total: number;
  /** There are more than `total`. */
  readonly isTotalCapped: boolean;
  /** What "all that match" is checked against once more before it is changed. */
  readonly newestId: number;
  /** Cursors of the neighbouring pages. */
  readonly next?: string;
  readonly previous?: string;
};

const reportsPerStaffPage = 50;

type Cursor = { readonly isBackward: boolean; readonly key: string; readonly id: number };

/** A page of the reports that match. `malformed` for a cursor that is none of ours. */
export async function listReportsForStaff(
  { db, clock }: EditingDeps,
  actor: StaffActor,
  query: StaffReportQuery,
): Promise<Outcome<StaffReportList>> {
  const now = clock();
  const refusal = refuseVerb(actor, 'report.read', now);
  if (refusal) return refusal;
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor);
  if (query.cursor !== undefined && !cursor)
    return fail('malformed', 'This address is not complete. Begin at the first page.');
  const context = await readListContext(db, actor, query, now);
  const isBackward = cursor?.isBackward ?? false;
  const found = await listMatching(db, query, context, {
    order: query.order,
    isDescending: query.isDescending !== isBackward,
    after: cursor,
    limit: reportsPerStaffPage + 1,
  });
  const { count, newestId } = await countMatching(db, query, context);
  const hasMore = found.length > reportsPerStaffPage;
  const page = found.slice(0, reportsPerStaffPage);
  if (isBackward) page.reverse();
  return ok({
    rows: page,
    total: Math.min(count, maxCount),
    isTotalCapped: count > maxCount,
    newestId,
    ...toCursors(page, {
      hasNext: isBackward || hasMore,
      hasPrevious: isBackward ? hasMore : !!cursor,
    }),
  });
}

/** Whose list it is, now. */
export async function readListContext(
  db: Database | Tx,
  { staffId }: StaffActor,
  { words }: StaffReportFilter,
  now: Date,
): Promise<ListContext> {
  const stale = new Date(now);
  stale.setUTCMonth(stale.getUTCMonth() - staleMonths);
  return {
    staffId,
    staleBefore: stale.toISOString().slice(0, 10),
    hasBroadWords: words !== undefined && (await areWordsBroad(db, words)),
  };
}

function toCursors(
  page: readonly { readonly orderKey: string; readonly id: number }[],
  { hasNext, hasPrevious }: { readonly hasNext: boolean; readonly hasPrevious: boolean },
): Pick<StaffReportList, 'next' | 'previous'> {
  const [first, last] = [page[0], page.at(-1)];
  return {
    ...(hasNext && last ? { next: writeCursor(last, false) } : {}),
    ...(hasPrevious && first ? { previous: writeCursor(first, true) } : {}),
  };
}

const writeCursor = (
  { orderKey, id }: { readonly orderKey: string; readonly id: number },
  isBackward: boolean,
): string => Buffer.from(JSON.stringify([isBackward, orderKey, id])).toString('base64url');

function readCursor(text: string): Cursor | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const [isBackward, key, id] = Array.isArray(read) ? (read as unknown[]) : [];
    return typeof isBackward === 'boolean' && typeof key === 'string' && Number.isInteger(id)
      ? { isBackward, key, id: Number(id) }
      : undefined;
  } catch {
    return undefined;
  }
}

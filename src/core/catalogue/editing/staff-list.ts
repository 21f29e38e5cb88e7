import type { Database, Tx } from '../../deps.ts';
import {
  maxListTotal,
  readListStart,
  rowsPerListPage,
  toListPage,
  type ListPage,
  type SortKeyKind,
} from '../../kernel/list-page.ts';
import { ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { refuseVerb } from '../../staff/verbs.model.ts';
import {
  staleMonths,
  type ReportOrder,
  type StaffReportFilter,
  type StaffReportQuery,
} from './staff-list.model.ts';
import {
  areWordsBroad,
  countMatching,
  findIndustryId,
  listMatching,
  type ListContext,
} from './staff-list.store.ts';
import type { Finder } from '../search/finder.ts';
import type { EditingDeps } from './editing-deps.ts';

export type StaffReportRow = Awaited<ReturnType<typeof listMatching>>[number];

export type StaffReportList = ListPage<StaffReportRow> & {
  /** What "all that match" is checked against once more before it is changed. */
  readonly newestId: number;
};

/** Of what type the column of an order is. */
const keyKinds: Readonly<Record<ReportOrder, SortKeyKind>> = {
  edited: 'time',
  published: 'day',
  code: 'text',
  title: 'text',
  price: 'number',
};

/** A page of the reports that match. `forbidden`. */
export async function listReportsForStaff(
  deps: EditingDeps,
  actor: StaffActor,
  query: StaffReportQuery,
): Promise<Outcome<StaffReportList>> {
  const { db, finder } = deps;
  const now = deps.clock();
  const refusal = refuseVerb(actor, 'report.read', now);
  if (refusal) return refusal;
  const start = readListStart(query, keyKinds[query.order]);
  const context = await readListContext({ db, finder, now }, actor, query);
  const rows = await listMatching(db, query, context, {
    order: query.order,
    isDescending: query.isDescending !== (start?.isBackward ?? false),
    after: start,
    limit: rowsPerListPage + 1,
  });
  const { count, newestId } = await countMatching(db, query, context);
  const getKey = (row: StaffReportRow) => row.orderKey;
  return ok({ ...toListPage({ rows, start, count, getKey }), newestId });
}

type Reading = {
  readonly db: Database | Tx;
  readonly finder: Pick<Finder, 'listMatching'>;
  readonly now: Date;
};

/** Whose list it is, now, and what the search finds for its words. */
export async function readListContext(
  { db, finder, now }: Reading,
  { staffId }: StaffActor,
  { words, industry }: StaffReportFilter,
): Promise<ListContext> {
  const hasBroadWords = words !== undefined && (await areWordsBroad(db, words));
  const isFound = words !== undefined && !hasBroadWords;
  const stale = new Date(now);
  stale.setUTCMonth(stale.getUTCMonth() - staleMonths);
  return {
    staffId,
    staleBefore: stale.toISOString().slice(0, 10),
    hasBroadWords,
    foundIds: isFound ? await finder.listMatching(words, maxListTotal) : [],
    industryId: industry === undefined ? undefined : ((await findIndustryId(db, industry)) ?? 0),
  };
}

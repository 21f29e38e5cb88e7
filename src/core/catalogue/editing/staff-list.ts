import { readTimeZone } from '../../kernel/store-zone.store.ts';
import { subtractMonths, toDay } from '../../kernel/time-zone.model.ts';
import type { Database, Tx } from '../../deps.ts';
import {
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
  hasReports,
  listMatching,
  listMatchingIds,
  type ListContext,
} from './staff-list.store.ts';
import type { EditingDeps } from './editing-deps.ts';

export type StaffReportRow = Awaited<ReturnType<typeof listMatching>>[number];

export type StaffReportList = ListPage<StaffReportRow> & {
  /** The count with which "all that match" is checked once more before it is changed. */
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

/** The list of all reports, for staff. */
export class StaffReports {
  readonly #deps: EditingDeps;

  constructor(deps: EditingDeps) {
    this.#deps = deps;
  }

  /** False in a store that begins; says nothing that a refusal would have to hide. */
  hasAny(): Promise<boolean> {
    return hasReports(this.#deps.db);
  }

  /** Returns a page of the reports that match. `forbidden`. */
  async list(actor: StaffActor, query: StaffReportQuery): Promise<Outcome<StaffReportList>> {
    const { db, clock } = this.#deps;
    const now = clock();
    const refusal = refuseVerb(actor, 'report.read', now);
    if (refusal) return refusal;
    const start = readListStart(query, keyKinds[query.order]);
    const context = await readListContext(db, actor, query, now);
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

  /** The ids of all reports that a list shows, for an export of them. */
  async listShownIds(tx: Tx, actor: StaffActor, filter: StaffReportFilter): Promise<number[]> {
    const { clock } = this.#deps;
    const context = await readListContext(tx, actor, filter, clock());
    return listMatchingIds(tx, filter, context, Infinity);
  }
}

/** Whose list it is, now. */
export async function readListContext(
  db: Database | Tx,
  { staffId }: StaffActor,
  { words, industry }: StaffReportFilter,
  now: Date,
): Promise<ListContext> {
  const today = toDay(now, await readTimeZone(db));
  return {
    staffId,
    staleBefore: subtractMonths(today, staleMonths),
    hasBroadWords: words !== undefined && (await areWordsBroad(db, words)),
    industryId: industry === undefined ? undefined : ((await findIndustryId(db, industry)) ?? 0),
  };
}

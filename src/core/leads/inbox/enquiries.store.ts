import { addDays, startOfDay } from '../../kernel/time-zone.model.ts';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import type { DB } from '../../kernel/database-types.ts';
import type { EnquiryFilter, EnquiryOrder } from './enquiry.model.ts';
import { hasWords } from '../../kernel/word-search.store.ts';
import { maxListTotal, type ListStart } from '../../kernel/list-page.ts';

export type FilterContext = {
  /** The store's zone, and its present day: "2026-11-22". */
  readonly zone: string;
  readonly today: string;
  /** Names and addresses are not searched for staff who may not see them. */
  readonly isMasked: boolean;
  /** The report whose code is searched for. */
  readonly reportId: number | undefined;
};

/** The sort key of enquiries whose follow-up day has not come. */
export const neverDue = '9999-12-31';

const listColumns = [
  'lead.id',
  'lead.kind',
  'lead.state',
  'lead.name',
  'lead.email',
  'lead.company',
  'lead.followUpOn',
  'lead.createdAt',
  'lead.firstAnsweredAt',
  'lead.erasedAt',
  'lead.ownerId',
  'staff.name as ownerName',
  'report.code as reportCode',
  'report.title as reportTitle',
] as const;

type ListPage = {
  readonly order: EnquiryOrder;
  readonly start: ListStart | undefined;
  readonly limit: number;
};

/** Rows of one page, the nearest to its start first. */
export async function listEnquiryRows(
  db: Database,
  filter: EnquiryFilter & FilterContext,
  page: ListPage,
) {
  const [dayDirection, idDirection] = listDirections(page);
  const rows = await db
    .selectFrom(pageIds(db, filter, page).as('page'))
    .innerJoin('lead', 'lead.id', 'page.id')
    .leftJoin('staff', 'staff.id', 'lead.ownerId')
    .leftJoin('report', 'report.id', 'lead.reportId')
    .select(listColumns)
    .select((eb) => [
      eb('lead.cvKey', 'is not', null).as('hasCv'),
      sql<string>`page.sort_day::text`.as('sortDay'),
      countSameRequests(eb).as('sameCount'),
    ])
    .orderBy('page.sortDay', dayDirection)
    .orderBy('lead.id', idDirection)
    .execute();
  return rows;
}

/** In which direction days and ids are read. */
function listDirections({ order, start }: ListPage): readonly ['asc' | 'desc', 'asc' | 'desc'] {
  const isBackward = start?.isBackward ?? false;
  return [isBackward ? 'desc' : 'asc', (order === 'oldest') === isBackward ? 'desc' : 'asc'];
}

/** The ids of the page, found and sorted before anything else of it is read. */
function pageIds(db: Database, filter: EnquiryFilter & FilterContext, page: ListPage) {
  const [dayDirection, idDirection] = listDirections(page);
  const others = pageOfOthers(db, filter, page);
  if (page.order !== 'due') return db.selectFrom(others.as('others')).selectAll();
  const notDue = others.where((eb) =>
    eb.or([eb('lead.followUpOn', 'is', null), eb('lead.followUpOn', '>', filter.today)]),
  );
  // Each part is read from an index of its own: of both together the whole table would be sorted.
  return db
    .selectFrom(pageOfDue(db, filter, page).as('due'))
    .selectAll()
    .unionAll(db.selectFrom(notDue.as('notDue')).selectAll())
    .orderBy('sortDay', dayDirection)
    .orderBy('id', idDirection)
    .limit(page.limit);
}

/** Enquiries whose follow-up day has come, the earliest day first. */
function pageOfDue(db: Database, filter: EnquiryFilter & FilterContext, page: ListPage) {
  const { start, limit } = page;
  const [dayDirection, idDirection] = listDirections(page);
  const comparison = start?.isBackward ? sql`<` : sql`>`;
  return db
    .selectFrom('lead')
    .select(['lead.id', sql<string>`lead.follow_up_on`.as('sortDay')])
    .where((eb) => matchesFilter(eb, filter))
    .where('lead.followUpOn', '<=', filter.today)
    .$if(start !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(lead.follow_up_on, -lead.id) ${comparison} (${start?.key}::date, -${start?.id}::int)`,
      ),
    )
    .orderBy('lead.followUpOn', dayDirection)
    .orderBy('lead.id', idDirection)
    .limit(limit);
}

/** Enquiries by their age. */
function pageOfOthers(db: Database, filter: EnquiryFilter & FilterContext, page: ListPage) {
  const { order, start, limit } = page;
  const [, idDirection] = listDirections(page);
  const isBefore = start !== undefined && start.key !== neverDue;
  const comparison = (order === 'oldest') === (start?.isBackward ?? false) ? '<' : '>';
  return db
    .selectFrom('lead')
    .select(['lead.id', sql<string>`${sql.lit(neverDue)}::date`.as('sortDay')])
    .where((eb) => matchesFilter(eb, filter))
    .$if(isBefore && start.isBackward, (query) => query.where(sql.lit(false)))
    .$if(start !== undefined && !isBefore, (query) =>
      query.where('lead.id', comparison, start?.id ?? 0),
    )
    .orderBy('lead.id', idDirection)
    .limit(limit);
}

export type EnquiryListRow = Awaited<ReturnType<typeof listEnquiryRows>>[number];

/** Enquiries of the same mailbox for the same thing. */
const countSameRequests = (eb: ExpressionBuilder<DB, 'lead'>) =>
  eb
    .selectFrom('lead as same')
    .select((same) => same.fn.countAll<number>().as('count'))
    .whereRef('same.mailbox', '=', 'lead.mailbox')
    .whereRef('same.kind', '=', 'lead.kind')
    .whereRef('same.id', '!=', 'lead.id')
    .where('same.state', '!=', 'spam')
    .where(sql<SqlBool>`same.report_id is not distinct from lead.report_id`);

/**
 * The number of enquiries, counted to one more than `maxListTotal` at most, and the newest of them.
 */
export async function countEnquiries(
  db: Database | Tx,
  filter: EnquiryFilter & FilterContext,
): Promise<{ total: number; newestId: number | undefined }> {
  const { total, newestId } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('lead')
        .select('lead.id')
        .where((where) => matchesFilter(where, filter))
        .orderBy('lead.id', 'desc')
        .limit(maxListTotal + 1)
        .as('matching'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.max<number | null>('matching.id').as('newestId'),
    ])
    .executeTakeFirstOrThrow();
  return { total, newestId: newestId ?? undefined };
}

/** Lists the enquiries after one of them for an export, oldest first. */
export const listExportRows = (
  db: Database,
  filter: EnquiryFilter & FilterContext,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
) =>
  db
    .selectFrom('lead')
    .leftJoin('staff', 'staff.id', 'lead.ownerId')
    .leftJoin('report', 'report.id', 'lead.reportId')
    .select(listColumns)
    .select(['lead.fields', 'lead.pagePath'])
    .where((eb) => matchesFilter(eb, filter))
    .where('lead.id', '>', afterId)
    .orderBy('lead.id')
    .limit(limit)
    .execute();

export type EnquiryExportRow = Awaited<ReturnType<typeof listExportRows>>[number];

/** The ids of all that match, newest first; at most `limit`. */
export async function listMatchingIds(
  tx: Tx,
  filter: EnquiryFilter & FilterContext,
  limit: number,
): Promise<number[]> {
  const rows = await tx
    .selectFrom('lead')
    .select('lead.id')
    .where((eb) => matchesFilter(eb, filter))
    .orderBy('lead.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

function matchesFilter(
  eb: ExpressionBuilder<DB, 'lead'>,
  filter: EnquiryFilter & FilterContext,
): Expression<SqlBool> {
  const { kind, state, owner, isDue, isAnswered, words, from, until, today, zone } = filter;
  return eb.and([
    state === 'all' ? eb('lead.state', '!=', 'spam') : eb('lead.state', '=', state),
    ...(kind ? [eb('lead.kind', '=', kind)] : []),
    ...(owner === 'nobody' ? [eb('lead.ownerId', 'is', null)] : []),
    ...(typeof owner === 'number' ? [eb('lead.ownerId', '=', owner)] : []),
    ...(isDue ? [eb('lead.followUpOn', '<=', today)] : []),
    ...(isAnswered === undefined
      ? []
      : [eb('lead.firstAnsweredAt', isAnswered ? 'is not' : 'is', null)]),
    ...(words ? [matchesWords(eb, words, filter)] : []),
    ...(from ? [eb('lead.createdAt', '>=', startOfDay(from, zone))] : []),
    ...(until ? [eb('lead.createdAt', '<', startOfDay(addDays(until, 1), zone))] : []),
  ]);
}

function matchesWords(
  eb: ExpressionBuilder<DB, 'lead'>,
  words: string,
  { isMasked, reportId }: FilterContext,
): Expression<SqlBool> {
  const isOfReport = reportId === undefined ? sql.lit(false) : eb('lead.reportId', '=', reportId);
  if (isMasked) return isOfReport;
  return eb.or([hasWords(sql`lead.search_text`, words), isOfReport]);
}

/** The report whose code the words are. */
export async function findReportIdByCode(db: Database, words: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('report')
    .select('id')
    .where('code', 'in', [words, words.toUpperCase()])
    .executeTakeFirst();
  return row?.id;
}

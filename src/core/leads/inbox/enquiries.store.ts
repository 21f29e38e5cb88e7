import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SqlBool,
} from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import type { DB } from '../../kernel/database-types.ts';
import type { EnquiryFilter, EnquiryOrder } from './enquiry.model.ts';
import { neverDue, type EnquiryCursor } from './enquiry-cursor.ts';

export type FilterContext = {
  /** "2026-11-22", in UTC. */
  readonly today: string;
  /** Names and addresses are not searched for whoever may not see them. */
  readonly isMasked: boolean;
};

/** Lists count no further: "10,000+". */
export const maxCounted = 10_000;

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

/** Rows of one page, one more where there are others behind it. */
export async function listEnquiryRows(
  db: Database,
  filter: EnquiryFilter & FilterContext,
  page: { order: EnquiryOrder; cursor: EnquiryCursor | undefined; limit: number },
) {
  const { order, cursor, limit } = page;
  const isBackward = cursor?.direction === 'before';
  const idDirection = (order === 'oldest') === isBackward ? 'desc' : 'asc';
  const day = dueDay(order, filter.today);
  const rows = await db
    .selectFrom('lead')
    .leftJoin('staff', 'staff.id', 'lead.ownerId')
    .leftJoin('report', 'report.id', 'lead.reportId')
    .select(listColumns)
    .select((eb) => [
      eb('lead.cvKey', 'is not', null).as('hasCv'),
      day.as('sortDay'),
      countSameRequests(eb).as('sameCount'),
    ])
    .where((eb) => matchesFilter(eb, filter))
    .$if(cursor !== undefined, (query) =>
      query.where(sql<SqlBool>`(${day}, lead.id * ${order === 'oldest' ? 1 : -1}::int)
        ${isBackward ? sql`<` : sql`>`}
        (${cursor?.day}, ${cursor?.id}::int * ${order === 'oldest' ? 1 : -1}::int)`),
    )
    .orderBy(day, isBackward ? 'desc' : 'asc')
    .orderBy('lead.id', idDirection)
    .limit(limit)
    .execute();
  return isBackward ? rows.toReversed() : rows;
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

/** What a row is sorted by first: its follow-up day where that has come, the earliest first. */
const dueDay = (order: EnquiryOrder, today: string): RawBuilder<string> =>
  order === 'due'
    ? sql<string>`to_char(case when lead.follow_up_on <= ${today}::date then lead.follow_up_on
        else ${neverDue}::date end, 'YYYY-MM-DD')`
    : sql<string>`${neverDue}::text`;

/** The number of enquiries, counted to one more than `maxCounted` at most. */
export async function countEnquiries(
  db: Database | Tx,
  filter: EnquiryFilter & FilterContext,
): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('lead')
        .select('lead.id')
        .where((where) => matchesFilter(where, filter))
        .limit(maxCounted + 1)
        .as('matching'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The ids of all that match, newest first, locked until `tx` ends; at most `limit`. */
export async function lockMatchingIds(
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
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

function matchesFilter(
  eb: ExpressionBuilder<DB, 'lead'>,
  filter: EnquiryFilter & FilterContext,
): Expression<SqlBool> {
  const { kind, state, owner, isDue, words, from, until, today, isMasked } = filter;
  return eb.and([
    state === 'all' ? eb('lead.state', '!=', 'spam') : eb('lead.state', '=', state),
    ...(kind ? [eb('lead.kind', '=', kind)] : []),
    ...(owner === 'nobody' ? [eb('lead.ownerId', 'is', null)] : []),
    ...(typeof owner === 'number' ? [eb('lead.ownerId', '=', owner)] : []),
    ...(isDue ? [eb('lead.followUpOn', '<=', today)] : []),
    ...(words ? [matchesWords(eb, words, isMasked)] : []),
    ...(from ? [eb('lead.createdAt', '>=', sql<Date>`${from}::timestamp at time zone 'UTC'`)] : []),
    ...(until
      ? [eb('lead.createdAt', '<', sql<Date>`${until}::timestamp at time zone 'UTC'`)]
      : []),
  ]);
}

function matchesWords(
  eb: ExpressionBuilder<DB, 'lead'>,
  words: string,
  isMasked: boolean,
): Expression<SqlBool> {
  const part = words.toLowerCase();
  const isOfReport = eb(
    'lead.reportId',
    'in',
    eb
      .selectFrom('report')
      .select('report.id')
      .where((report) => report(report.fn('lower', ['report.code']), '=', part)),
  );
  if (isMasked) return isOfReport;
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return eb.or([eb('lead.searchText', 'like', pattern), isOfReport]);
}

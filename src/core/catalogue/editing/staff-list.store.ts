/** Reports as staff list them: every state, filtered, counted and paged by the database. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import type {
  CheckResult,
  ReportOrder,
  ReportView,
  StaffReportFilter,
} from './staff-list.model.ts';
import { escapeLike } from '../../kernel/like-pattern.ts';
import { hasWords } from '../../kernel/word-search.store.ts';
import { countListed } from '../../kernel/list-page.store.ts';
import { maxListTotal } from '../../kernel/list-page.ts';

export type ListContext = {
  /** Whose list it is. */
  readonly staffId: number;
  /** ISO day: what was published earlier is stale. */
  readonly staleBefore: string;
  /** More reports have the words in their titles than are counted. */
  readonly hasBroadWords: boolean;
  /** Of the industry that is asked for; 0 if there is none of this name. */
  readonly industryId: number | undefined;
};

type OrderKey = {
  readonly expression: RawBuilder<unknown>;
  readonly type: RawBuilder<unknown>;
  /** Of the table that has the expression: one index has both. */
  readonly id: RawBuilder<unknown>;
};

const reportId = sql`report.id`;

const orderKeys: Readonly<Record<ReportOrder, OrderKey>> = {
  edited: {
    expression: sql`report_last_edit.edited_at`,
    type: sql`timestamptz`,
    id: sql`report_last_edit.report_id`,
  },
  published: { expression: sql`report.published_on`, type: sql`date`, id: reportId },
  code: { expression: sql`report.code`, type: sql`text`, id: reportId },
  title: { expression: sql`left(lower(report.title), 100)`, type: sql`text`, id: reportId },
  price: { expression: sql`coalesce(report.lowest_cents, 0)`, type: sql`int`, id: reportId },
};

const hasDraft = sql<boolean>`exists (
  select from report_draft d where d.report_id = report.id and d.changes <> '{}')`;

const hasCoverFile = sql<boolean>`report.cover_picture is not null`;

const listViewConditions = ({ staffId, staleBefore }: ListContext) =>
  ({
    all: sql<boolean>`report.state <> 'bin'`,
    bin: sql<boolean>`report.state = 'bin'`,
    drafts: sql<boolean>`report.state <> 'bin' and report.id = any(array(
      select id from report where state = 'draft'
      union select report_id from report_draft where changes <> '{}'))`,
    mine: sql<boolean>`report.state <> 'bin' and report.id = any(array(
      select report_id from report_editor where staff_id = ${staffId} and edited_at is not null))`,
    scheduled: sql<boolean>`report.state <> 'bin' and report.id = any(array(
      select id from report where state = 'scheduled' union select report_id from report_schedule))`,
    unsold: sql<boolean>`report.state = 'published' and report.withheld_prices <> '{}'`,
    stale: sql<boolean>`report.state = 'published' and report.published_on < ${staleBefore}::date`,
  }) as const satisfies Record<ReportView, RawBuilder<boolean>>;

/** A condition for each filter; those without a value are left out. */
function listFilterConditions(
  filter: StaffReportFilter,
  { hasBroadWords, industryId }: ListContext,
): RawBuilder<boolean>[] {
  const { words, state, author, year, minPriceCents, maxPriceCents, checks } = filter;
  const when = <T>(
    value: T | undefined,
    make: (given: T) => RawBuilder<boolean>,
  ): RawBuilder<boolean>[] => (value === undefined ? [] : [make(value)]);
  return [
    when(words, (given) => {
      const title = titleHasWords(given);
      // If most titles have the words, rows are read in order until there are enough, and the
      // index of titles is not asked.
      if (hasBroadWords) return sql`${title} is true`;
      const code = `${escapeLike(given.toLowerCase())}%`;
      return sql`report.id = any(array(select id from report where ${title}
        union select id from report where lower(code) like ${code}))`;
    }),
    when(state, (given) => sql`report.state = ${given}`),
    when(industryId, (given) => sql`report.industry_id = ${given}`),
    when(
      author,
      (given) => sql`report.id in (select report_id from report_author
        where author_id = (select id from author where name = ${given}))`,
    ),
    when(
      year,
      (given) =>
        sql`report.published_on between ${`${given}-01-01`}::date and ${`${given}-12-31`}::date`,
    ),
    when(minPriceCents, (given) => sql`report.lowest_cents >= ${given}`),
    when(maxPriceCents, (given) => sql`report.lowest_cents <= ${given}`),
    when(checks, (given) => checkConditions[given]),
  ].flat();
}

/** A report that was not checked yet is clear; publishing checks it anyway. */
const checkConditions: Readonly<Record<CheckResult, RawBuilder<boolean>>> = {
  clear: sql`not exists (select from report_check where report_id = report.id and blocking > 0)`,
  blocking: sql`report.id in (select report_id from report_check where blocking > 0)`,
  any: sql`report.id in (select report_id from report_check where blocking > 0 or warnings > 0)`,
};

const titleHasWords = (words: string): RawBuilder<SqlBool> =>
  hasWords(sql`report.folded_title`, words);

/** The reports that a filter shows. */
const selectMatching = (db: Database | Tx, filter: StaffReportFilter, context: ListContext) =>
  db
    .selectFrom('report')
    .where((eb) =>
      eb.and([listViewConditions(context)[filter.view], ...listFilterConditions(filter, context)]),
    );

/** The industry of this slug. */
export async function findIndustryId(db: Database | Tx, slug: string): Promise<number | undefined> {
  const query = db.selectFrom('industry').select('id').where('slug', '=', slug);
  return (await query.executeTakeFirst())?.id;
}

/** True if more titles have the words than are counted. */
export async function areWordsBroad(db: Database | Tx, words: string): Promise<boolean> {
  const found = db.selectFrom('report').select('id').where(titleHasWords(words));
  return (await countListed(db, found)) > maxListTotal;
}

/** How many there are, up to one more than is counted, and the newest of those. */
export async function countMatching(
  db: Database | Tx,
  filter: StaffReportFilter,
  context: ListContext,
): Promise<{ count: number; newestId: number }> {
  const matching = selectMatching(db, filter, context)
    .select('report.id')
    .limit(maxListTotal + 1);
  const { count, newestId } = await db
    .selectFrom(matching.as('matching'))
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('id').as('newestId')])
    .executeTakeFirstOrThrow();
  return { count, newestId: newestId ?? 0 };
}

/** The ids of all that match, oldest first; without a limit one more than is counted. */
export async function listMatchingIds(
  tx: Tx,
  filter: StaffReportFilter,
  context: ListContext,
  limit = maxListTotal + 1,
): Promise<number[]> {
  const rows = await selectMatching(tx, filter, context)
    .select('report.id')
    .orderBy('report.id')
    .$if(Number.isFinite(limit), (query) => query.limit(limit))
    .execute();
  return rows.map(({ id }) => id);
}

export type PageWanted = {
  readonly order: ReportOrder;
  readonly isDescending: boolean;
  /** The row behind which the page begins. */
  readonly after?: { readonly key: string; readonly id: number } | undefined;
  readonly limit: number;
};

/** One page, and with each row the key by which it is ordered. */
export function listMatching(
  db: Database | Tx,
  filter: StaffReportFilter,
  context: ListContext,
  { order, isDescending, after, limit }: PageWanted,
) {
  const { expression, type, id } = orderKeys[order];
  const direction = isDescending ? sql`desc` : sql`asc`;
  const comparison = isDescending ? sql`<` : sql`>`;
  return selectMatching(db, filter, context)
    .innerJoin('reportLastEdit', 'reportLastEdit.reportId', 'report.id')
    .innerJoin('industry', 'industry.id', 'report.industryId')
    .leftJoin('reportSchedule', 'reportSchedule.reportId', 'report.id')
    .select(['report.id', 'report.code', 'report.slug', 'report.title', 'report.state'])
    .select(['report.publishedOn', 'report.releasedAt', 'report.binnedAt', 'report.lowestCents'])
    .select(['industry.name as industry', 'industry.slug as industrySlug'])
    .leftJoin('reportCheck', 'reportCheck.reportId', 'report.id')
    .select(['reportLastEdit.editedAt', 'reportLastEdit.editedBy'])
    .select(['reportSchedule.publishAt', 'reportSchedule.failure'])
    .select(['reportCheck.blocking', 'reportCheck.warnings'])
    .select((eb) => [
      sql<string>`${expression}::text`.as('orderKey'),
      hasDraft.as('hasDraft'),
      eb
        .selectFrom('edition')
        .whereRef('edition.reportId', '=', 'report.id')
        .select((inner) => inner.fn.max('number').as('number'))
        .as('edition'),
      hasCoverFile.as('hasCoverFile'),
      eb
        .selectFrom('purchase')
        .whereRef('purchase.reportId', '=', 'report.id')
        .where('paidAt', 'is not', null)
        .select((inner) => inner.fn.countAll<number>().as('sold'))
        .as('sold'),
    ])
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${expression}, ${id}) ${comparison} (${after?.key}::${type}, ${after?.id}::int)`,
      ),
    )
    .orderBy(sql`${expression} ${direction}, ${id} ${direction}`)
    .limit(limit)
    .execute();
}

/** The report with this code, in any state. */
export async function findReportId(db: Database | Tx, code: string): Promise<number | undefined> {
  const report = await db
    .selectFrom('report')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirst();
  return report?.id;
}

/** True if any report is kept, the bin aside. */
export async function hasReports(db: Database): Promise<boolean> {
  const query = db.selectFrom('report').select('id').where('state', '<>', 'bin');
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Codes by id; those that are in the bin are left out unless they are asked for. */
export const listCodes = (
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; code: string }[]> =>
  tx
    .selectFrom('report')
    .select(['id', 'code'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();

/** Reports as staff list them: every state, filtered, counted and paged by the database. */
import { sql, type RawBuilder } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import type { ReportOrder, StaffReportFilter } from './staff-list.model.ts';

/** Whose list it is, and from which day on a report is stale. */
export type ListContext = { readonly staffId: number; readonly staleBefore: string };

/** Counts go no further. */
export const maxCount = 10_000;

type OrderKey = { readonly expression: RawBuilder<unknown>; readonly type: RawBuilder<unknown> };

const orderKeys: Readonly<Record<ReportOrder, OrderKey>> = {
  edited: { expression: sql`report_last_edit.edited_at`, type: sql`timestamptz` },
  published: { expression: sql`report.published_on`, type: sql`date` },
  code: { expression: sql`report.code`, type: sql`text` },
  title: { expression: sql`left(lower(report.title), 100)`, type: sql`text` },
  price: { expression: sql`coalesce(report.lowest_cents, 0)`, type: sql`int` },
};

const escapeLike = (words: string): string => words.replaceAll(/[%_\\]/g, String.raw`\$&`);

/** The reports that a filter shows. */
export function selectMatching(
  db: Database | Tx,
  filter: StaffReportFilter,
  { staffId, staleBefore }: ListContext,
) {
  const { view, words, state, industry, author, year, minPriceCents, maxPriceCents } = filter;
  const title = `%${escapeLike(words ?? '')}%`;
  const code = `${escapeLike((words ?? '').toLowerCase())}%`;
  const draft = sql<boolean>`exists (select from report_draft d where d.report_id = report.id and d.changes <> '{}')`;
  const schedule = sql<boolean>`exists (select from report_schedule s where s.report_id = report.id)`;
  const mine = sql<boolean>`exists (select from report_editor e where e.report_id = report.id and e.staff_id = ${staffId} and e.edited_at is not null)`;
  return db
    .selectFrom('report')
    .where('report.state', view === 'bin' ? '=' : '<>', 'bin')
    .$if(view === 'drafts', (query) =>
      query.where((eb) => eb.or([eb('report.state', '=', 'draft'), draft])),
    )
    .$if(view === 'mine', (query) => query.where(mine))
    .$if(view === 'scheduled', (query) =>
      query.where((eb) => eb.or([eb('report.state', '=', 'scheduled'), schedule])),
    )
    .$if(view === 'stale', (query) =>
      query.where('report.state', '=', 'published').where('report.publishedOn', '<', staleBefore),
    )
    .$if(words !== undefined, (query) =>
      query.where(
        sql<boolean>`report.id in (
          select report_id from report_search where title ilike ${title}
          union select id from report where lower(code) like ${code})`,
      ),
    )
    .$if(state !== undefined, (query) => query.where('report.state', '=', state ?? 'draft'))
    .$if(industry !== undefined, (query) =>
      query.where(
        sql<boolean>`report.industry_id = (select id from industry where slug = ${industry})`,
      ),
    )
    .$if(author !== undefined, (query) =>
      query.where(
        sql<boolean>`report.id in (select report_id from report_author
          where author_id = (select id from author where name = ${author}))`,
      ),
    )
    .$if(year !== undefined, (query) =>
      query
        .where('report.publishedOn', '>=', `${year}-01-01`)
        .where('report.publishedOn', '<=', `${year}-12-31`),
    )
    .$if(minPriceCents !== undefined, (query) =>
      query.where('report.lowestCents', '>=', minPriceCents ?? 0),
    )
    .$if(maxPriceCents !== undefined, (query) =>
      query.where('report.lowestCents', '<=', maxPriceCents ?? 0),
    );
}

/** How many there are, up to one more than is counted, and the newest of those. */
export async function countMatching(
  db: Database | Tx,
  filter: StaffReportFilter,
  context: ListContext,
): Promise<{ count: number; newestId: number }> {
  const matching = selectMatching(db, filter, context)
    .select('report.id')
    .limit(maxCount + 1);
  const { count, newestId } = await db
    .selectFrom(matching.as('matching'))
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('id').as('newestId')])
    .executeTakeFirstOrThrow();
  return { count, newestId: newestId ?? 0 };
}

/** The ids of all that match, oldest first. */
export async function listMatchingIds(
  tx: Tx,
  filter: StaffReportFilter,
  context: ListContext,
): Promise<number[]> {
  const rows = await selectMatching(tx, filter, context)
    .select('report.id')
    .orderBy('report.id')
    .limit(maxCount + 1)
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
  const { expression, type } = orderKeys[order];
  const direction = isDescending ? sql`desc` : sql`asc`;
  const comparison = isDescending ? sql`<` : sql`>`;
  return selectMatching(db, filter, context)
    .innerJoin('reportLastEdit', 'reportLastEdit.reportId', 'report.id')
    .innerJoin('industry', 'industry.id', 'report.industryId')
    .leftJoin('reportSchedule', 'reportSchedule.reportId', 'report.id')
    .select(['report.id', 'report.code', 'report.slug', 'report.title', 'report.state'])
    .select(['report.publishedOn', 'report.releasedAt', 'report.binnedAt', 'report.lowestCents'])
    .select(['industry.name as industry', 'industry.slug as industrySlug'])
    .select(['reportLastEdit.editedAt', 'reportLastEdit.editedBy'])
    .select(['reportSchedule.publishAt', 'reportSchedule.failure'])
    .select((eb) => [
      sql<string>`${expression}::text`.as('orderKey'),
      sql<boolean>`exists (select from report_draft d where d.report_id = report.id and d.changes <> '{}')`.as(
        'hasDraft',
      ),
      eb
        .selectFrom('edition')
        .whereRef('edition.reportId', '=', 'report.id')
        .select((inner) => inner.fn.max('number').as('number'))
        .as('edition'),
      eb
        .selectFrom('purchase')
        .whereRef('purchase.reportId', '=', 'report.id')
        .where('paidAt', 'is not', null)
        .select((inner) => inner.fn.countAll<number>().as('sold'))
        .as('sold'),
    ])
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${expression}, report.id) ${comparison} (${after?.key}::${type}, ${after?.id}::int)`,
      ),
    )
    .orderBy(sql`${expression} ${direction}, report.id ${direction}`)
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

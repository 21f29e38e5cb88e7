import { sql, type SqlBool } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import { readOnce } from '../../kernel/read-once.ts';
import { removeProjectedYears } from '../figures/projections.model.ts';
import { listSoldKinds, type Delivery } from '../goods/delivery.model.ts';
import { countPages, type Paginated } from '../../kernel/paginated.model.ts';
import { reportsPerPage, type ReportCard } from '../model.ts';
import { describePictures } from '../../media/index.ts';
import { fillPictures, listPictureNames } from '../rich-text/rich-text-pictures.model.ts';
import { factsRules } from './describe-version.ts';
import { toReportContent, type ReportContent } from './report-content.model.ts';
import { countAll, listIdsOfPage, listNewestIds, type ListDays } from './list-days.store.ts';
import type { CardFacts } from './report-row.model.ts';
import type { StoredReportState } from './report-version.model.ts';
import { makeCardFacts } from './version-facts.store.ts';
import { listedColumns, toCardValues } from '../writing/listed-facts.ts';

export type DatabaseOrTx = Database | Tx;

/** Null if they are not made yet, or by other rules. Built once: every list asks for it. */
const listedFacts = sql<CardFacts | null>`(
  select made.facts -> 'card' from version_facts made
  where made.report_id = report.id and made.number = report.version_number
    and made.rules = ${sql.lit(factsRules)})`.as('listed');

/** Published reports, unless `states` says otherwise: buyers keep what was unpublished since. */
export const selectCards = (
  db: DatabaseOrTx,
  states: readonly StoredReportState[] = ['published'],
) =>
  db
    .selectFrom('report')
    .innerJoin('industry', 'industry.id', 'report.industryId')
    .where('report.state', 'in', [...states])
    .select(listedFacts)
    .select([
      'report.id',
      'report.code',
      ...listedColumns,
      'report.updatedAt',
      'industry.name as industry',
      'industry.slug as industrySlug',
    ]);

/** The same, newest first, of one main industry or of all. */
export const selectNewestCards = (db: DatabaseOrTx, industrySlug?: string) =>
  selectCards(db)
    .$if(industrySlug !== undefined, (query) =>
      query.where('industry.slug', '=', industrySlug ?? ''),
    )
    .orderBy('report.publishedOn', 'desc')
    .orderBy('report.id', 'desc');

type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['executeTakeFirstOrThrow']>>;

/** The cards of these rows; facts that a row lacks are made and stored. */
export async function toCards(db: DatabaseOrTx, rows: readonly CardRow[]): Promise<ReportCard[]> {
  const lacking = rows.filter(({ listed }) => !listed).map(({ id }) => id);
  const made = await makeCardFacts(db, lacking);
  return rows.flatMap((row) => {
    const listed = row.listed ?? made.get(row.id);
    return listed ? [toCard({ ...row, listed })] : [];
  });
}

export const toCard = (row: CardRow & { readonly listed: CardFacts }): ReportCard => ({
  ...toCardValues(row),
  id: row.id,
  code: row.code,
  industry: row.industry,
  industrySlug: row.industrySlug,
  formats: listSoldKinds(row),
  delivery: toDelivery(row),
  isPrinted: row.delivery === 'made' && row.goodsKinds === null,
  prices: row.prices,
  cover: removeProjectedYears(row.cover),
  listed: row.listed,
  ...(row.coverPicture === null ? {} : { coverPicture: row.coverPicture }),
});

const toDelivery = ({ delivery: kind, deliveryDays }: CardRow): Delivery =>
  kind === 'by-us' ? { kind, days: deliveryDays ?? 0 } : { kind };

/** One page of published reports, newest first; pages are numbered from 1. */
export async function listReports(
  db: Database,
  days: ListDays,
  pageNumber: number,
  industrySlug?: string,
): Promise<Paginated<ReportCard>> {
  const total = countAll(days);
  const skipped = (pageNumber - 1) * reportsPerPage;
  const ids = await listIdsOfPage(db, days, { skipped, limit: reportsPerPage }, industrySlug);
  const pageCount = countPages(total, reportsPerPage);
  const items = await getCardsById(db, ids);
  return { items, total, pageNumber, pageCount };
}

/** The newest reports of an industry. */
async function listNewestReports(
  db: Database,
  limit: number,
  industrySlug: string,
): Promise<ReportCard[]> {
  return getCardsById(db, await listNewestIds(db, limit, industrySlug));
}

/** The newest reports of an industry as rows of a list have them. */
export const listNewestRows = async (
  db: Database,
  limit: number,
  industrySlug: string,
): Promise<ReportCard[]> => listNewestReports(db, limit, industrySlug);

/** The newest report of each industry, newest first. */
export async function listNewestPerIndustry(db: Database, limit: number): Promise<ReportCard[]> {
  const { rows } = await sql<{ id: number }>`
    select newest.id from industry cross join lateral (
      select id, published_on from report
      where state = 'published' and industry_id = industry.id
      order by published_on desc, id desc limit 1) newest
    order by newest.published_on desc, industry.id limit ${limit}`.execute(db);
  const ids = rows.map(({ id }) => id);
  return getCardsById(db, ids);
}

/** The cards of these reports, in this order; without those that are not published. */
export async function getCardsById(db: Database, ids: readonly number[]): Promise<ReportCard[]> {
  if (ids.length === 0) return [];
  const rows = await selectCards(db)
    .where('report.id', 'in', [...ids])
    .execute();
  const cards = await toCards(db, rows);
  return ids.flatMap((id) => cards.filter((card) => card.id === id));
}

/** A published report's card; undefined if there is none. */
export async function getCardByCode(db: Database, code: string): Promise<ReportCard | undefined> {
  const row = await selectCards(db).where('report.code', '=', code).executeTakeFirst();
  return row && (await toCards(db, [row]))[0];
}

/** A report with its texts, but without figures and sources. */
export type ReportWithText = ReportCard & ReportContent;

/** Published reports with their texts, newest first: after `last` or from `offset` on. */
export async function listReportsWithText(
  db: Database,
  limit: number,
  options: {
    readonly last?: { readonly publishedOn: string; readonly id: number } | undefined;
    readonly offset?: number;
    readonly industrySlug?: string | undefined;
  } = {},
): Promise<ReportWithText[]> {
  const { last, offset = 0, industrySlug } = options;
  let query = selectNewestCards(db, industrySlug)
    .innerJoin('reportVersion', (join) =>
      join
        .onRef('reportVersion.reportId', '=', 'report.id')
        .onRef('reportVersion.number', '=', 'report.versionNumber'),
    )
    .select('reportVersion.parts');
  if (last)
    query = query.where(
      sql<SqlBool>`(report.published_on, report.id) < (${last.publishedOn}::date, ${last.id})`,
    );
  const rows = await query.limit(limit).offset(offset).execute();
  const cards = await toCards(db, rows);
  const parts = new Map(rows.map((row) => [row.id, row.parts]));
  const reports = cards.flatMap((card) => {
    const own = parts.get(card.id);
    return own ? [{ ...card, ...toReportContent(own, card.shortDescription) }] : [];
  });
  const names = reports.flatMap(({ description }) => listPictureNames(description));
  const facts = await describePictures(db, names);
  return reports.map((report) => ({
    ...report,
    description: fillPictures(report.description, facts),
  }));
}

/** Grows with every change of what lists of reports show. */
export const getRevision = (db: Database): Promise<string> =>
  readOnce('catalogue revision', async () => {
    const { number } = await db
      .selectFrom('catalogueRevision')
      .select('number')
      .executeTakeFirstOrThrow();
    return String(number);
  });

/** Notes that lists have changed beside the reports themselves; last in `tx`, since others wait. */
export async function countRevision(tx: Tx): Promise<void> {
  await sql`update catalogue_revision set number = number + 1`.execute(tx);
}

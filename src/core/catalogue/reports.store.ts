import { sql, type SqlBool } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import { reportsPerPage, type Report, type ReportCard, type Paginated } from './model.ts';
import { addLeaders } from './report-lists.store.ts';
import type { ListedReport } from './report-row.model.ts';
import type { ReportText } from './report-text.model.ts';

type DatabaseOrTx = Database | Tx;
type ReportState = 'draft' | 'published';

/** Published reports, unless `states` says otherwise: buyers keep what was unpublished since. */
const selectCards = (db: DatabaseOrTx, states: readonly ReportState[] = ['published']) =>
  db
    .selectFrom('report')
    .innerJoin('industry', 'industry.id', 'report.industryId')
    .where('report.state', 'in', [...states])
    .select([
      'report.id',
      'report.slug',
      'report.code',
      'report.title',
      'report.shortDescription',
      'report.publishedOn',
      'report.pages',
      'report.singleCents',
      'report.multipleCents',
      'report.corporateCents',
      'report.dataSheetCents',
      'report.cover',
      'report.updatedAt',
      'industry.name as industry',
      'industry.slug as industrySlug',
    ]);

/** The same, newest first, of one industry or of all. */
const selectNewestCards = (db: DatabaseOrTx, industrySlug?: string) =>
  selectCards(db)
    .$if(industrySlug !== undefined, (query) =>
      query.where('industry.slug', '=', industrySlug ?? ''),
    )
    .orderBy('report.publishedOn', 'desc')
    .orderBy('report.id', 'desc');

type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['executeTakeFirstOrThrow']>>;

const toCard = (row: CardRow): ReportCard => ({
  id: row.id,
  slug: row.slug,
  code: row.code,
  title: row.title,
  shortDescription: row.shortDescription,
  industry: row.industry,
  industrySlug: row.industrySlug,
  publishedOn: row.publishedOn,
  pages: row.pages,
  prices: {
    single: row.singleCents,
    multiple: row.multipleCents,
    corporate: row.corporateCents,
    dataSheet: row.dataSheetCents,
  },
  cover: row.cover,
});

/** The number of published reports, of one industry or of all. */
export async function countReports(db: Database, industrySlug?: string): Promise<number> {
  const { total } = await db
    .selectFrom('report')
    .where('state', '=', 'published')
    .$if(industrySlug !== undefined, (query) =>
      query.where('industryId', '=', (eb) =>
        eb
          .selectFrom('industry')
          .select('id')
          .where('slug', '=', industrySlug ?? ''),
      ),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** One page of published reports, newest first; pages are numbered from 1. */
export async function listReports(
  db: Database,
  pageNumber: number,
  industrySlug?: string,
): Promise<Paginated<ListedReport>> {
  const total = await countReports(db, industrySlug);
  const rows = await selectNewestCards(db, industrySlug)
    .limit(reportsPerPage)
    .offset((pageNumber - 1) * reportsPerPage)
    .execute();
  const pageCount = Math.max(1, Math.ceil(total / reportsPerPage));
  return { items: await addLeaders(db, rows.map(toCard)), total, pageNumber, pageCount };
}

/** The newest reports of an industry. */
export async function listNewestReports(
  db: Database,
  limit: number,
  industrySlug: string,
): Promise<ReportCard[]> {
  return (await selectNewestCards(db, industrySlug).limit(limit).execute()).map(toCard);
}

/** The newest reports of an industry as rows of a list have them. */
export const listNewestRows = async (
  db: Database,
  limit: number,
  industrySlug: string,
): Promise<ListedReport[]> => addLeaders(db, await listNewestReports(db, limit, industrySlug));

/** The newest report of each industry, newest first. */
export async function listNewestPerIndustry(db: Database, limit: number): Promise<ReportCard[]> {
  const rows = await selectCards(db)
    .distinctOn('industry.id')
    .orderBy('industry.id')
    .orderBy('report.publishedOn', 'desc')
    .orderBy('report.id', 'desc')
    .execute();
  return rows
    .map(toCard)
    .toSorted((a, b) => b.publishedOn.localeCompare(a.publishedOn))
    .slice(0, limit);
}

/** The cards of these reports, in this order; without those that are not published. */
export async function getCardsById(db: Database, ids: readonly number[]): Promise<ReportCard[]> {
  if (ids.length === 0) return [];
  const rows = await selectCards(db)
    .where('report.id', 'in', [...ids])
    .execute();
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map(toCard));
}

/** The newest other reports of the same industry. */
export async function listRelatedReports(
  db: Database,
  { id, industrySlug }: { id: number; industrySlug: string },
  limit: number,
): Promise<ReportCard[]> {
  const rows = await selectNewestCards(db, industrySlug)
    .where('report.id', '!=', id)
    .limit(limit)
    .execute();
  return rows.map(toCard);
}

export type ReportKey =
  | { readonly slug: string }
  | { readonly code: string }
  | { readonly id: number };

/** A report with everything that its page shows; undefined where none is published. */
export const getReport = (db: DatabaseOrTx, key: ReportKey): Promise<Report | undefined> =>
  readReport(db, key, ['published']);

/** A report as its buyers have it, also after it was unpublished. Throws where there is none. */
export async function getSoldReport(db: DatabaseOrTx, id: number): Promise<Report> {
  const report = await readReport(db, { id }, ['published', 'draft']);
  if (!report) throw new Error(`There is no report ${id}`);
  return report;
}

async function readReport(
  db: DatabaseOrTx,
  key: ReportKey,
  states: readonly ReportState[],
): Promise<Report | undefined> {
  const row = await selectCards(db, states)
    .innerJoin('reportBody', 'reportBody.reportId', 'report.id')
    .select(['reportBody.text', 'reportBody.figures'])
    .select((eb) =>
      eb
        .selectFrom('edition')
        .whereRef('edition.reportId', '=', 'report.id')
        .select((e) => e.fn.max('edition.number').as('newest'))
        .as('edition'),
    )
    .where((eb) => {
      if ('slug' in key) return eb('report.slug', '=', key.slug);
      return 'code' in key ? eb('report.code', '=', key.code) : eb('report.id', '=', key.id);
    })
    .executeTakeFirst();
  if (!row) return undefined;
  const { figures, text } = row;
  const ids = [...figures.series, ...figures.rankings].map(({ source }) => source);
  return {
    ...toCard(row),
    updatedAt: row.updatedAt.toISOString(),
    edition: row.edition ?? 1,
    text,
    figures,
    sources: await listSources(db, [...new Set(ids)]),
  };
}

/** In the order of the ids. */
async function listSources(db: DatabaseOrTx, ids: readonly string[]): Promise<Report['sources']> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('source')
    .select(['id', 'body'])
    .where('id', 'in', [...ids])
    .execute();
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map((row) => row.body));
}

/** A report with its texts, but without figures and sources. */
export type ReportWithText = ReportCard & { readonly text: ReportText };

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
    .innerJoin('reportBody', 'reportBody.reportId', 'report.id')
    .select('reportBody.text');
  if (last)
    query = query.where(
      sql<SqlBool>`(report.published_on, report.id) < (${last.publishedOn}::date, ${last.id})`,
    );
  const rows = await query.limit(limit).offset(offset).execute();
  return rows.map((row) => ({ ...toCard(row), text: row.text }));
}

/** Grows with every change of what lists of reports show. */
export async function getRevision(db: Database): Promise<string> {
  const { number } = await db
    .selectFrom('catalogueRevision')
    .select('number')
    .executeTakeFirstOrThrow();
  return String(number);
}

import { sql, type SqlBool } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { Source } from './figures.model.ts';
import {
  reportsPerPage,
  type ReportCard,
  type Industry,
  type NewIndustry,
  type NewReport,
  type Paginated,
  type Report,
} from './model.ts';
import type { ReportText } from './report-text.model.ts';

type DatabaseOrTx = Database | Tx;
type ReportState = 'draft' | 'published';

/** Published reports; for buyers also those that were withdrawn since. */
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

type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['executeTakeFirstOrThrow']>>;

const toCard = (row: CardRow): ReportCard => ({
  id: row.id,
  slug: row.slug,
  code: row.code,
  title: row.title,
  shortDescription: row.shortDescription,
  industry: row.industry,
  industrySlug: row.industrySlug,
  publishedOn: String(row.publishedOn),
  pages: row.pages,
  prices: {
    single: row.singleCents,
    multiple: row.multipleCents,
    corporate: row.corporateCents,
    dataSheet: row.dataSheetCents,
  },
  cover: row.cover,
});

/** All industries by name, with the number of their published reports. */
export async function listIndustries(db: DatabaseOrTx): Promise<Industry[]> {
  const rows = await db
    .selectFrom('industry')
    .leftJoin('report', (join) =>
      join.onRef('report.industryId', '=', 'industry.id').on('report.state', '=', 'published'),
    )
    .select([
      'industry.id',
      'industry.slug',
      'industry.name',
      'industry.description',
      'industry.pictogram',
      'industry.metaTitle',
      'industry.metaDescription',
      'industry.metaKeywords',
    ])
    .select((eb) => eb.fn.count<number>('report.id').as('reports'))
    .groupBy('industry.id')
    .orderBy('industry.name')
    .execute();
  return rows;
}

/** One numbered page of published reports, newest first, of one industry or of all. */
export async function listReports(
  db: DatabaseOrTx,
  pageNumber: number,
  industrySlug?: string,
): Promise<Paginated<ReportCard>> {
  let count = db
    .selectFrom('report')
    .where('state', '=', 'published')
    .select((eb) => eb.fn.countAll<number>().as('total'));
  let list = selectCards(db);
  if (industrySlug !== undefined) {
    count = count.where('industryId', '=', (eb) =>
      eb.selectFrom('industry').select('id').where('slug', '=', industrySlug),
    );
    list = list.where('industry.slug', '=', industrySlug);
  }
  const { total } = await count.executeTakeFirstOrThrow();
  const pageCount = Math.max(1, Math.ceil(total / reportsPerPage));
  const rows = await list
    .orderBy('report.publishedOn', 'desc')
    .orderBy('report.id', 'desc')
    .limit(reportsPerPage)
    .offset((pageNumber - 1) * reportsPerPage)
    .execute();
  return { items: rows.map(toCard), total, pageNumber, pageCount };
}

/** The newest reports, all or of one industry. */
export async function listNewestReports(
  db: DatabaseOrTx,
  limit: number,
  industrySlug?: string,
): Promise<ReportCard[]> {
  let list = selectCards(db);
  if (industrySlug !== undefined) list = list.where('industry.slug', '=', industrySlug);
  return (
    await list
      .orderBy('report.publishedOn', 'desc')
      .orderBy('report.id', 'desc')
      .limit(limit)
      .execute()
  ).map(toCard);
}

/** The newest report of each of the first industries, one an industry: what the home page's hero is drawn from. */
export async function listNewestPerIndustry(
  db: DatabaseOrTx,
  limit: number,
): Promise<ReportCard[]> {
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

/** The cards of these reports, in this order. */
export async function getCardsById(
  db: DatabaseOrTx,
  ids: readonly number[],
): Promise<ReportCard[]> {
  if (ids.length === 0) return [];
  const rows = await selectCards(db)
    .where('report.id', 'in', [...ids])
    .execute();
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map(toCard));
}

/** Newest others of the same industry. */
export async function listRelatedReports(
  db: DatabaseOrTx,
  report: { id: number; industrySlug: string },
  limit: number,
): Promise<ReportCard[]> {
  const rows = await selectCards(db)
    .where('industry.slug', '=', report.industrySlug)
    .where('report.id', '!=', report.id)
    .orderBy('report.publishedOn', 'desc')
    .orderBy('report.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toCard);
}

/** A published report whole, by slug, code or id; undefined where there is none. */
export const getReport = (
  db: DatabaseOrTx,
  by: { slug: string } | { code: string } | { id: number },
): Promise<Report | undefined> => readReport(db, by, ['published']);

/** A report as its buyers have it, withdrawn since or not. Throws where there is none. */
export async function getSoldReport(db: DatabaseOrTx, id: number): Promise<Report> {
  const found = await readReport(db, { id }, ['published', 'draft']);
  if (!found) throw new Error(`There is no report ${id}`);
  return found;
}

async function readReport(
  db: DatabaseOrTx,
  by: { slug: string } | { code: string } | { id: number },
  states: readonly ReportState[],
): Promise<Report | undefined> {
  const column = 'slug' in by ? 'report.slug' : 'code' in by ? 'report.code' : 'report.id';
  const row = await selectCards(db, states)
    .innerJoin('reportBody', 'reportBody.reportId', 'report.id')
    .select(['reportBody.text', 'reportBody.figures'])
    .select((eb) =>
      eb
        .selectFrom('edition')
        .whereRef('edition.reportId', '=', 'report.id')
        .select((e) => e.fn.max('edition.number').as('n'))
        .as('edition'),
    )
    .where(column, '=', Object.values(by)[0] as never)
    .executeTakeFirst();
  if (!row) return undefined;
  const { figures, text } = row;
  const ids = [...new Set([...figures.series, ...figures.rankings].map((part) => part.source))];
  const found = await db
    .selectFrom('source')
    .select(['id', 'body'])
    .where('id', 'in', ids.length > 0 ? ids : [''])
    .execute();
  return {
    ...toCard(row),
    updatedAt: row.updatedAt.toISOString(),
    edition: Number(row.edition ?? 1),
    text,
    figures,
    sources: ids.flatMap((id) =>
      found.filter((source) => source.id === id).map((source) => source.body),
    ),
  };
}

/** A report with its words, but without what only its own page needs. */
export type ReportWithText = ReportCard & { readonly text: ReportText };

/** Published reports with their words, newest first: those after `last`, of one industry or of all. */
export async function listReportsWithText(
  db: DatabaseOrTx,
  limit: number,
  options: {
    last?: { publishedOn: string; id: number } | undefined;
    offset?: number;
    industrySlug?: string;
  } = {},
): Promise<ReportWithText[]> {
  const { last, offset, industrySlug } = options;
  let list = selectCards(db)
    .innerJoin('reportBody', 'reportBody.reportId', 'report.id')
    .select('reportBody.text');
  if (industrySlug !== undefined) list = list.where('industry.slug', '=', industrySlug);
  if (last)
    list = list.where(
      sql<SqlBool>`(report.published_on, report.id) < (${last.publishedOn}::date, ${last.id})`,
    );
  const rows = await list
    .orderBy('report.publishedOn', 'desc')
    .orderBy('report.id', 'desc')
    .limit(limit)
    .offset(offset ?? 0)
    .execute();
  return rows.map((row) => ({ ...toCard(row), text: row.text }));
}

/** Writes what reports stand on: sources and industries. Repeating it changes the rows that differ. */
export async function upsertSourcesAndIndustries(
  tx: Tx,
  sources: readonly Source[],
  all: readonly NewIndustry[],
): Promise<void> {
  for (const source of sources) {
    await tx
      .insertInto('source')
      .values({ id: source.id, body: source })
      .onConflict((c) => c.column('id').doUpdateSet({ body: source }))
      .execute();
  }
  for (const { slug, name, description, pictogram } of all) {
    await tx
      .insertInto('industry')
      .values({
        slug,
        name,
        description,
        pictogram,
        metaTitle: `${name} market reports`,
        metaDescription: description.slice(0, 160),
      })
      .onConflict((c) => c.column('slug').doNothing())
      .execute();
  }
}

/** Writes one new report with its body, search row and first edition. */
export async function insertReport(tx: Tx, report: NewReport): Promise<void> {
  const { text, figures, prices } = report;
  const { id } = await tx
    .insertInto('report')
    .values({
      slug: report.slug,
      code: report.code,
      title: text.title,
      shortDescription: text.shortDescription,
      industryId: (eb) =>
        eb.selectFrom('industry').select('id').where('slug', '=', report.industrySlug),
      publishedOn: report.publishedOn,
      pages: report.pages,
      singleCents: prices.single,
      multipleCents: prices.multiple,
      corporateCents: prices.corporate,
      dataSheetCents: prices.dataSheet,
      cover: { key: figures.key, series: figures.series.slice(0, 1), rankings: [] },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('reportBody').values({ reportId: id, text, figures }).execute();
  await tx
    .insertInto('edition')
    .values({ reportId: id, number: 1, publishedOn: report.publishedOn })
    .execute();
  const words = [
    text.title,
    report.code,
    report.searchSynonyms.join(' '),
    text.shortDescription,
  ].join(' ');
  await tx
    .insertInto('reportSearch')
    .values({
      reportId: id,
      title: text.title,
      searchVector: sql<string>`to_tsvector('english', unaccent(${words}))`,
    })
    .execute();
}

/** True where at least one report stands in the catalogue. */
export async function hasReports(db: DatabaseOrTx): Promise<boolean> {
  const { filled } = await db
    .selectNoFrom((eb) => eb.exists(eb.selectFrom('report').select(sql`1`.as('one'))).as('filled'))
    .executeTakeFirstOrThrow();
  return Boolean(filled as SqlBool);
}

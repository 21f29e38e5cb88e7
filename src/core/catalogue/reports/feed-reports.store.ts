/** Published reports as sitemaps and feeds list them. */
import { sql } from 'kysely';
import type { Database } from '../../deps.ts';
import { listNewestIds } from './list-days.store.ts';

/** The most that a sitemap may hold (sitemaps.org/protocol.html). */
const maxSitemapUrls = 50_000;

/** Reports of a sitemap that are read, and in memory, at once. */
const batchSize = 2000;

/** The part of the sitemap that a report belongs to, for as long as it lives: from 1. */
const partNumber = sql<number>`((report.id - 1) / ${sql.lit(maxSitemapUrls)}) + 1`;

/**
 * When what the page says was last changed: by an edition or by an edit. The first version counts
 * as of its day, not of the moment when it was imported.
 */
const lastModified = sql<Date>`greatest(report.updated_at,
  case when report_version.number > 1 then report_version.made_at end)`;

const selectPublished = (db: Database) =>
  db
    .selectFrom('report')
    .innerJoin('reportVersion', (join) =>
      join
        .onRef('reportVersion.reportId', '=', 'report.id')
        .onRef('reportVersion.number', '=', 'report.versionNumber'),
    )
    .where('report.state', '=', 'published');

export type SitemapPart = { readonly part: number; readonly lastModified: Date };

/** The parts that have published reports; none holds more than `maxSitemapUrls`. */
export const listSitemapParts = (db: Database): Promise<SitemapPart[]> =>
  selectPublished(db)
    .select([partNumber.as('part'), sql<Date>`max(${lastModified})`.as('lastModified')])
    .groupBy('part')
    .orderBy('part')
    .execute();

export type SitemapReport = {
  readonly id: number;
  readonly code: string;
  readonly slug: string;
  readonly lastModified: Date;
};

/** Another text once any of its reports is another one; undefined for an unknown part. */
export async function digestSitemapPart(db: Database, part: number): Promise<string | undefined> {
  const entry = sql`concat_ws(' ', report.slug, report.code, ${lastModified})`;
  const row = await selectInPart(db, part)
    .select(sql<string | null>`md5(string_agg(${entry}, e'\n' order by report.id))`.as('digest'))
    .executeTakeFirst();
  return row?.digest ?? undefined;
}

const selectInPart = (db: Database, part: number) =>
  selectPublished(db)
    .where('report.id', '>', (part - 1) * maxSitemapUrls)
    .where('report.id', '<=', part * maxSitemapUrls);

/** The reports of a part in batches, of which one is in memory; nothing for an unknown part. */
export async function* streamSitemapPart(
  db: Database,
  part: number,
): AsyncGenerator<SitemapReport[]> {
  let lastId = 0;
  for (;;) {
    const batch = await selectInPart(db, part)
      .where('report.id', '>', lastId)
      .select(['report.id', 'report.code', 'report.slug', lastModified.as('lastModified')])
      .orderBy('report.id')
      .limit(batchSize)
      .execute();
    if (batch.length > 0) yield batch;
    lastId = batch.at(-1)?.id ?? lastId;
    if (batch.length < batchSize) return;
  }
}

/**
 * When each industry's newest change was, by its slug: of a report of which it is the main industry
 * or a further one. Industries without reports are left out.
 */
export async function listIndustryChanges(db: Database): Promise<ReadonlyMap<string, Date>> {
  const changedAt = sql<Date>`max(${lastModified})`.as('changedAt');
  const rows = await selectPublished(db)
    .select(['report.industryId', changedAt])
    .groupBy('report.industryId')
    .unionAll(
      selectPublished(db)
        .innerJoin('listFurther', 'listFurther.id', 'report.id')
        .select(['listFurther.industryId', changedAt])
        .groupBy('listFurther.industryId'),
    )
    .execute();
  const slugs = new Map(
    (await db.selectFrom('industry').select(['id', 'slug']).execute()).map(({ id, slug }) => [
      id,
      slug,
    ]),
  );
  const changes = new Map<string, Date>();
  for (const row of rows) {
    const slug = slugs.get(row.industryId);
    const known = slug === undefined ? undefined : changes.get(slug);
    if (slug !== undefined && (!known || known < row.changedAt)) changes.set(slug, row.changedAt);
  }
  return changes;
}

export type FeedReport = SitemapReport & {
  readonly title: string;
  readonly shortDescription: string;
  readonly industry: string;
  /** ISO day. */
  readonly publishedOn: string;
};

/** The newest reports, of one industry or of all. */
export async function listFeedReports(
  db: Database,
  limit: number,
  industrySlug?: string,
): Promise<FeedReport[]> {
  const ids = await listNewestIds(db, limit, industrySlug);
  if (ids.length === 0) return [];
  return selectPublished(db)
    .innerJoin('industry', 'industry.id', 'report.industryId')
    .where('report.id', 'in', ids)
    .select(['report.id', 'report.code', 'report.slug', lastModified.as('lastModified')])
    .select(['report.title', 'report.shortDescription', 'report.publishedOn'])
    .select('industry.name as industry')
    .orderBy('report.publishedOn', 'desc')
    .orderBy('report.id', 'desc')
    .execute();
}

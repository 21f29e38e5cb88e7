import type { Database, Tx } from '../../deps.ts';
import type { IndustryValues } from './industry-form.ts';

const columns = [
  'id',
  'name',
  'slug',
  'position',
  'description',
  'pictogram',
  'metaTitle',
  'metaDescription',
  'metaKeywords',
  'revision',
] as const;

export type EditedIndustry = IndustryValues & {
  readonly id: number;
  readonly revision: number;
  readonly reports: number;
  readonly publishedReports: number;
};

/** All in the order of the site. */
export const listForEditing = (db: Database): Promise<EditedIndustry[]> =>
  db
    .selectFrom('industry')
    .leftJoin('report', 'report.industryId', 'industry.id')
    .select(columns.map((column) => `industry.${column}` as const))
    .select((eb) => [
      eb.fn.count<number>('report.id').as('reports'),
      eb.fn
        .count<number>('report.id')
        .filterWhere('report.state', '=', 'published')
        .as('publishedReports'),
    ])
    .groupBy('industry.id')
    .orderBy('industry.position', (order) => order.asc().nullsLast())
    .orderBy('industry.name')
    .execute();

export const lockIndustry = (tx: Tx, id: number) =>
  tx.selectFrom('industry').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

/** Another industry with this name or address; also one that once had the address. */
export function findTaken(
  tx: Tx,
  { name, slug, ownId = 0 }: { name: string; slug: string; ownId?: number | undefined },
): Promise<{ name: string; slug: string } | undefined> {
  return tx
    .selectFrom('industry')
    .select(['name', 'slug'])
    .where('id', '<>', ownId)
    .where((eb) =>
      eb.or([eb('slug', '=', slug), eb(eb.fn('lower', ['name']), '=', name.toLowerCase())]),
    )
    .unionAll(
      tx
        .selectFrom('industrySlugRedirect')
        .select(['slug as name', 'slug'])
        .where('slug', '=', slug)
        .where('industryId', '<>', ownId),
    )
    .executeTakeFirst();
}

export async function insertIndustry(tx: Tx, values: IndustryValues): Promise<number> {
  const { id } = await tx
    .insertInto('industry')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A former slug leads to the industry; the one that it has now does not. */
export async function updateIndustry(tx: Tx, id: number, values: IndustryValues): Promise<void> {
  await tx
    .insertInto('industrySlugRedirect')
    .columns(['slug', 'industryId'])
    .expression((eb) => eb.selectFrom('industry').select(['slug', 'id']).where('id', '=', id))
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute();
  await tx.updateTable('industry').set(values).where('id', '=', id).execute();
  await tx.deleteFrom('industrySlugRedirect').where('slug', '=', values.slug).execute();
}

/** In any state, the bin too. */
export async function hasReports(tx: Tx, industryId: number): Promise<boolean> {
  const report = await tx
    .selectFrom('report')
    .select('id')
    .where('industryId', '=', industryId)
    .limit(1)
    .executeTakeFirst();
  return report !== undefined;
}

export const deleteIndustry = (tx: Tx, id: number) =>
  tx.deleteFrom('industry').where('id', '=', id).execute();

export async function findFormerSlug(db: Database, slug: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('industrySlugRedirect')
    .innerJoin('industry', 'industry.id', 'industrySlugRedirect.industryId')
    .select('industry.slug')
    .where('industrySlugRedirect.slug', '=', slug)
    .executeTakeFirst();
  return row?.slug;
}

export async function listFormerSlugs(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('industrySlugRedirect').select('slug').execute();
  return rows.map(({ slug }) => slug);
}

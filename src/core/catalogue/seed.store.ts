import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { Source } from './figures.model.ts';
import type { NewIndustry, NewReport } from './model.ts';

/** Sources are updated where they exist already. */
export async function upsertSources(tx: Tx, sources: readonly Source[]): Promise<void> {
  for (const source of sources) {
    await tx
      .insertInto('source')
      .values({ id: source.id, body: source })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ body: source }))
      .execute();
  }
}

/** Industries that exist already are not changed. */
export async function insertIndustries(tx: Tx, industries: readonly NewIndustry[]): Promise<void> {
  for (const { slug, name, description, pictogram } of industries) {
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
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .execute();
  }
}

/** A new report with its texts, figures, search entry and first edition. */
export async function insertReport(tx: Tx, report: NewReport): Promise<void> {
  const { text, figures, prices, publishedOn } = report;
  const { id } = await tx
    .insertInto('report')
    .values({
      slug: report.slug,
      code: report.code,
      title: text.title,
      shortDescription: text.shortDescription,
      industryId: (eb) =>
        eb.selectFrom('industry').select('id').where('slug', '=', report.industrySlug),
      publishedOn,
      // Only a further edition updates a report: the day of the seed says nothing about it.
      updatedAt: new Date(publishedOn),
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
  await tx.insertInto('edition').values({ reportId: id, number: 1, publishedOn }).execute();
  await insertSearchEntry(tx, id, report);
}

async function insertSearchEntry(tx: Tx, reportId: number, report: NewReport): Promise<void> {
  const { title, shortDescription } = report.text;
  const words = [title, report.code, report.searchSynonyms.join(' '), shortDescription].join(' ');
  await tx
    .insertInto('reportSearch')
    .values({
      reportId,
      title,
      searchVector: sql<string>`to_tsvector('english', unaccent(${words}))`,
    })
    .execute();
}

export async function hasReports(db: Database): Promise<boolean> {
  return (await db.selectFrom('report').select('id').limit(1).executeTakeFirst()) !== undefined;
}

import { sql, type RawBuilder } from 'kysely';
import type { Database, Tx } from '../../deps.ts';

/** 1 if the report has no other edition. */
export async function getNewestEditionNumber(db: Database | Tx, reportId: number): Promise<number> {
  const { newest } = await db
    .selectFrom('edition')
    .select((eb) => eb.fn.max('number').as('newest'))
    .where('reportId', '=', reportId)
    .executeTakeFirstOrThrow();
  return newest ?? 1;
}

/** Locks the report until the transaction ends. Throws if there is none. */
export const lockReport = (
  tx: Tx,
  reportId: number,
): Promise<{ slug: string; industrySlug: string }> =>
  tx
    .selectFrom('report')
    .innerJoin('industry', 'industry.id', 'report.industryId')
    .select(['report.slug', 'industry.slug as industrySlug'])
    .where('report.id', '=', reportId)
    .forUpdate('report')
    .executeTakeFirstOrThrow();

/** A further edition, which is what the report says now; the report counts as updated. */
export async function insertEdition(
  tx: Tx,
  edition: { reportId: number; number: number; reason: string; publishedOn: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('edition')
    .values((eb) => ({
      ...edition,
      versionNumber: eb
        .selectFrom('report')
        .where('id', '=', edition.reportId)
        .select('versionNumber'),
    }))
    .execute();
  await tx
    .updateTable('report')
    .set({ updatedAt: now })
    .where('id', '=', edition.reportId)
    .execute();
}

/** Whether the version that an edition sells has series or rankings. */
export async function hasEditionData(tx: Tx, reportId: number, edition: number): Promise<boolean> {
  const found = await tx
    .selectFrom('edition')
    .innerJoin('reportVersion as version', (join) =>
      join
        .onRef('version.reportId', '=', 'edition.reportId')
        .onRef('version.number', '=', 'edition.versionNumber'),
    )
    .select(hasFigures(sql`version.data`).as('hasData'))
    .where('edition.reportId', '=', reportId)
    .where('edition.number', '=', edition)
    .executeTakeFirst();
  return found?.hasData ?? false;
}

/** The data of a version, as the database has it, has a series or a ranking. */
export const hasFigures = (data: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(jsonb_path_exists(${data}, '$.figures.series[0]')
    or jsonb_path_exists(${data}, '$.figures.rankings[0]'), false)`;

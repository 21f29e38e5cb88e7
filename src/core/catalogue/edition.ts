import type { Stamp } from '../orders/papers.model.ts';
import type { Database, World } from '../world.ts';
import type { ReportDocument } from './document.model.ts';
import type { Report } from './model.ts';
import { report as readReport, soldReport } from './store.ts';

export type Copy = { readonly fileKey: string; readonly bytes: number; readonly edition: number };

/** The same report as the press prints it. */
export function documentOf(report: Report, publisher: string, website: string): ReportDocument {
  const { code, industry, industrySlug, publishedOn, edition, text, figures, sources } = report;
  return {
    publisher,
    website,
    code,
    industry,
    industrySlug,
    publishedOn,
    edition,
    text,
    figures,
    sources,
  };
}

/** The number of a report's newest edition. */
export async function newestEdition(db: Database, reportId: number): Promise<number> {
  const { number } = await db
    .selectFrom('edition')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('reportId', '=', reportId)
    .executeTakeFirstOrThrow();
  return Number(number ?? 1);
}

/**
 * One buyer's copy of the newest edition stands in the files afterwards: printed with his stamp on first need, kept from then on. Originals
 * exist nowhere, and a report that was withdrawn is still its buyers'. Two callers at once print the same bytes under the same key. Throws where
 * there is no such report.
 */
export async function printedCopy(
  world: World,
  publisher: string,
  reportId: number,
  kind: 'pdf' | 'workbook',
  copy: string,
  stamp: Stamp,
): Promise<Copy> {
  const edition = await newestEdition(world.db, reportId);
  const fileKey = `copies/${copy}-${edition}.${kind === 'pdf' ? 'pdf' : 'xlsx'}`;
  const known = await world.files.size(fileKey);
  if (known !== undefined) return { fileKey, bytes: known, edition };
  const document = documentOf(await soldReport(world.db, reportId), publisher, world.origin);
  const bytes =
    kind === 'pdf'
      ? (await world.press.pdf(document, stamp)).bytes
      : await world.press.workbook(document, stamp);
  await world.files.put(fileKey, bytes);
  return { fileKey, bytes: bytes.length, edition };
}

/** A corrected edition of what the report says now: its pages are new, and its buyers are told. */
export async function correctedEdition(
  world: World,
  reportId: number,
  reason: string,
): Promise<number> {
  return world.db.transaction().execute(async (tx) => {
    const report = await tx
      .selectFrom('report')
      .innerJoin('industry', 'industry.id', 'report.industryId')
      .select(['report.slug', 'industry.slug as industrySlug'])
      .where('report.id', '=', reportId)
      .forUpdate('report')
      .executeTakeFirstOrThrow();
    const number = (await newestEdition(tx, reportId)) + 1;
    const now = world.clock();
    await tx
      .insertInto('edition')
      .values({ reportId, number, publishedOn: now.toISOString().slice(0, 10), reason })
      .execute();
    await tx.updateTable('report').set({ updatedAt: now }).where('id', '=', reportId).execute();
    await world.changed(tx, [
      `report:${report.slug}`,
      `industry:${report.industrySlug}`,
      'catalogue',
    ]);
    await world.later(tx, 'orders.edition', { reportId, edition: number, reason }, { long: true });
    return number;
  });
}

/** The sample of the newest edition stands in the files afterwards; printed on first need. Throws where there is no such report. */
export async function madeSample(
  world: World,
  publisher: string,
  reportId: number,
): Promise<{ fileKey: string; bytes: number }> {
  const report = await readReport(world.db, { id: reportId });
  if (!report) throw new Error(`There is no published report ${reportId} to print a sample of`);
  const fileKey = `samples/${report.code}-${report.edition}.pdf`;
  const known = await world.files.size(fileKey);
  if (known !== undefined) return { fileKey, bytes: known };
  const bytes = await world.press.sample(documentOf(report, publisher, world.origin));
  await world.files.put(fileKey, bytes);
  return { fileKey, bytes: bytes.length };
}

import type { World } from '../world.ts';
import type { ReportDocument } from './document.model.ts';
import type { Report } from './model.ts';
import { report as readReport } from './store.ts';

export type MadeEdition = { readonly editionId: number; readonly pdfKey: string; readonly workbookKey: string; readonly pages: number };

/** The same report as the press prints it. */
export function documentOf(report: Report, publisher: string, website: string): ReportDocument {
  const { code, industry, industrySlug, publishedOn, edition, text, figures, sources } = report;
  return { publisher, website, code, industry, industrySlug, publishedOn, edition, text, figures, sources };
}

/**
 * The newest edition's PDF and workbook stand in the files afterwards: printed on first need, kept from then on.
 * Two callers at once print the same bytes under the same keys. Throws where there is no such report.
 */
export async function madeEdition(world: World, publisher: string, reportId: number): Promise<MadeEdition> {
  const newest = await world.db
    .selectFrom('edition').selectAll().where('reportId', '=', reportId).orderBy('number', 'desc').limit(1)
    .executeTakeFirstOrThrow();
  if (newest.pdfKey && newest.workbookKey && newest.pages && (await world.files.size(newest.pdfKey)) && (await world.files.size(newest.workbookKey))) {
    return { editionId: newest.id, pdfKey: newest.pdfKey, workbookKey: newest.workbookKey, pages: newest.pages };
  }
  const report = await readReport(world.db, { id: reportId });
  if (!report) throw new Error(`There is no published report ${reportId} to print`);
  const document = documentOf(report, publisher, world.origin);
  const [{ bytes, pages }, workbook] = await Promise.all([world.press.pdf(document), world.press.workbook(document)]);
  const pdfKey = `editions/${report.code}-${newest.number}.pdf`;
  const workbookKey = `editions/${report.code}-${newest.number}.xlsx`;
  await world.files.put(pdfKey, bytes);
  await world.files.put(workbookKey, workbook);
  const madeAt = world.clock();
  await world.db.transaction().execute(async (tx) => {
    await tx.updateTable('edition').set({ pdfKey, workbookKey, pages, madeAt }).where('id', '=', newest.id).execute();
    if (pages === report.pages) return;
    await tx.updateTable('report').set({ pages }).where('id', '=', reportId).execute();
    await world.changed(tx, [`report:${report.slug}`, `industry:${report.industrySlug}`, 'catalogue']);
  });
  return { editionId: newest.id, pdfKey, workbookKey, pages };
}

/** The sample of the newest edition stands in the files afterwards; printed on first need. Throws where there is no such report. */
export async function madeSample(world: World, publisher: string, reportId: number): Promise<{ fileKey: string; bytes: number }> {
  const report = await readReport(world.db, { id: reportId });
  if (!report) throw new Error(`There is no published report ${reportId} to print a sample of`);
  const fileKey = `samples/${report.code}-${report.edition}.pdf`;
  const known = await world.files.size(fileKey);
  if (known !== undefined) return { fileKey, bytes: known };
  const bytes = await world.press.sample(documentOf(report, publisher, world.origin));
  await world.files.put(fileKey, bytes);
  return { fileKey, bytes: bytes.length };
}

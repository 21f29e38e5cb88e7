import type { Stamp } from '../orders/delivery/stamp.model.ts';

import type { Database, Deps } from '../deps.ts';
import type { ReportDocument } from './report-document.model.ts';
import type { Report } from './model.ts';
import { getReport as readReport, getSoldReport } from './catalogue.store.ts';

export type BuyerCopy = {
  readonly fileKey: string;
  readonly bytes: number;
  readonly edition: number;
};

/** The same report as the press prints it. */
export function toReportDocument(
  report: Report,
  publisher: string,
  website: string,
): ReportDocument {
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
export async function getNewestEditionNumber(db: Database, reportId: number): Promise<number> {
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
export async function ensureBuyerCopy(
  deps: Deps,
  publisherName: string,
  reportId: number,
  kind: 'pdf' | 'workbook',
  copyId: string,
  stamp: Stamp,
): Promise<BuyerCopy> {
  const edition = await getNewestEditionNumber(deps.db, reportId);
  const fileKey = `copies/${copyId}-${edition}.${kind === 'pdf' ? 'pdf' : 'xlsx'}`;
  const existingBytes = await deps.files.getSizeBytes(fileKey);
  if (existingBytes !== undefined) return { fileKey, bytes: existingBytes, edition };
  const document = toReportDocument(
    await getSoldReport(deps.db, reportId),
    publisherName,
    deps.origin,
  );
  const bytes =
    kind === 'pdf'
      ? (await deps.documents.renderReportPdf(document, stamp)).bytes
      : await deps.documents.renderReportWorkbook(document, stamp);
  await deps.files.put(fileKey, bytes);
  return { fileKey, bytes: bytes.length, edition };
}

/** A corrected edition of what the report says now: its pages are new, and its buyers are told. */
export async function publishCorrectedEdition(
  deps: Deps,
  reportId: number,
  reason: string,
): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const report = await tx
      .selectFrom('report')
      .innerJoin('industry', 'industry.id', 'report.industryId')
      .select(['report.slug', 'industry.slug as industrySlug'])
      .where('report.id', '=', reportId)
      .forUpdate('report')
      .executeTakeFirstOrThrow();
    const number = (await getNewestEditionNumber(tx, reportId)) + 1;
    const now = deps.clock();
    await tx
      .insertInto('edition')
      .values({ reportId, number, publishedOn: now.toISOString().slice(0, 10), reason })
      .execute();
    await tx.updateTable('report').set({ updatedAt: now }).where('id', '=', reportId).execute();
    await deps.invalidate(tx, [
      `report:${report.slug}`,
      `industry:${report.industrySlug}`,
      'catalogue',
    ]);
    await deps.enqueue(
      tx,
      'orders.emailNewEdition',
      { reportId, edition: number, reason },
      { isLongRunning: true },
    );
    return number;
  });
}

/** The sample of the newest edition stands in the files afterwards; printed on first need. Throws where there is no such report. */
export async function ensureSamplePdf(
  deps: Deps,
  publisherName: string,
  reportId: number,
): Promise<{ fileKey: string; bytes: number }> {
  const report = await readReport(deps.db, { id: reportId });
  if (!report) throw new Error(`There is no published report ${reportId} to print a sample of`);
  const fileKey = `samples/${report.code}-${report.edition}.pdf`;
  const existingBytes = await deps.files.getSizeBytes(fileKey);
  if (existingBytes !== undefined) return { fileKey, bytes: existingBytes };
  const bytes = await deps.documents.renderSamplePdf(
    toReportDocument(report, publisherName, deps.origin),
  );
  await deps.files.put(fileKey, bytes);
  return { fileKey, bytes: bytes.length };
}

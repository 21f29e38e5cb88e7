import type { Readable } from 'node:stream';
import type { Deps } from '../deps.ts';
import type { Stamp } from '../orders/delivery/stamp.model.ts';
import { findPublishedChart } from './charts.model.ts';
import { getNewestEditionNumber } from './editions.store.ts';
import type { Report } from './model.ts';
import type { ReportDocument } from './report-document.model.ts';
import { getEdition, getReport } from './report.store.ts';

export type BuyerCopy = {
  readonly fileKey: string;
  readonly bytes: number;
  readonly edition: number;
};
type ReportFileDeps = Deps & { readonly getPublisherName: () => Promise<string> };

/** The files of reports. Each is rendered when it is first needed, and stored from then on. */
export class ReportFiles {
  readonly #deps: ReportFileDeps;

  constructor(deps: ReportFileDeps) {
    this.#deps = deps;
  }

  /**
   * One buyer's stamped copy of the newest edition, which says what the report said when the edition
   * was published; `copyId` is a secret, and different for each copy. Withdrawn reports are still
   * rendered for their buyers. Throws where there is no report.
   */
  async ensureBuyerCopy(
    reportId: number,
    kind: 'pdf' | 'workbook',
    copyId: string,
    stamp: Stamp,
  ): Promise<BuyerCopy> {
    const { db, documents } = this.#deps;
    const edition = await getNewestEditionNumber(db, reportId);
    const fileKey = `copies/${copyId}-${edition}.${kind === 'pdf' ? 'pdf' : 'xlsx'}`;
    const bytes = await this.#ensureFile(fileKey, async () => {
      const document = await this.#toDocument(await getEdition(db, reportId, edition));
      return kind === 'pdf'
        ? (await documents.renderReportPdf(document, stamp)).bytes
        : documents.renderReportWorkbook(document, stamp);
    });
    return { fileKey, bytes, edition };
  }

  /** The sample of the newest edition. Throws where no such report is published. */
  async ensureSamplePdf(reportId: number): Promise<{ fileKey: string; bytes: number }> {
    const { db, documents } = this.#deps;
    const report = await getReport(db, { id: reportId });
    if (!report) throw new Error(`There is no published report ${reportId} to make a sample of`);
    const fileKey = `samples/${report.code}-${report.edition}.pdf`;
    const bytes = await this.#ensureFile(fileKey, async () =>
      documents.renderSamplePdf(await this.#toDocument(report)),
    );
    return { fileKey, bytes };
  }

  /** A published report's chart as a picture; undefined where its page shows no such chart. */
  async openChartPng(
    code: string,
    key: string,
  ): Promise<{ stream: Readable; bytes: number } | undefined> {
    const { db, documents, files } = this.#deps;
    const report = await getReport(db, { code });
    if (!report || !findPublishedChart(report, key)) return undefined;
    const fileKey = `charts/${report.code}-${report.edition}-${key}.png`;
    const bytes = await this.#ensureFile(fileKey, async () =>
      documents.renderChartPng(await this.#toDocument(report), key),
    );
    const stream = await files.read(fileKey);
    return stream && { stream, bytes };
  }

  /** The file's size in bytes. Two callers at once render and store the same bytes. */
  async #ensureFile(fileKey: string, render: () => Promise<Uint8Array>): Promise<number> {
    const existingBytes = await this.#deps.files.getSizeBytes(fileKey);
    if (existingBytes !== undefined) return existingBytes;
    const content = await render();
    await this.#deps.files.put(fileKey, content);
    return content.length;
  }

  async #toDocument(report: Report): Promise<ReportDocument> {
    const { getPublisherName, origin } = this.#deps;
    return { ...report, publisher: await getPublisherName(), website: origin };
  }
}

/** The press's thread: prints what it is asked to, one after the other as their turns come. Begun by index.ts. */
import { parentPort } from 'node:worker_threads';
import type { DocumentRenderer } from '#core/deps.ts';
import type { RenderRequest, RenderResponse } from './index.ts';
import { renderCertificate, renderInvoice } from './invoice-pdf.ts';
import { renderReportPdf } from './report-pdf.ts';
import { renderSamplePdf } from './sample-pdf.ts';
import { renderReportWorkbook } from './report-workbook.ts';

const renderer: DocumentRenderer = {
  renderSamplePdf: renderSamplePdf,
  renderReportPdf: renderReportPdf,
  renderReportWorkbook: renderReportWorkbook,
  renderInvoice: renderInvoice,
  renderCertificate: renderCertificate,
};

async function handleRequest({ id, method, args }: RenderRequest): Promise<RenderResponse> {
  try {
    const print = renderer[method] as (...of: unknown[]) => Promise<unknown>;
    return { id, result: await print(...args) };
  } catch (fault) {
    return { id, error: String(fault instanceof Error ? fault.stack : fault) };
  }
}

parentPort?.on(
  'message',
  (order: RenderRequest) =>
    void handleRequest(order).then((answer) => parentPort?.postMessage(answer)),
);

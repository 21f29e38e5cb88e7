/** The thread that renders documents, one after the other. Started by index.ts. */
import { parentPort } from 'node:worker_threads';
import type { DocumentRenderer } from '#core/deps.ts';
import { renderCertificate } from './certificate-pdf.ts';
import { renderChartPng } from './chart-png.ts';
import type { RenderRequest, RenderResponse } from './index.ts';
import { renderInvoice } from './invoice-pdf.ts';
import { renderReportPdf } from './report-pdf.ts';
import { renderReportWorkbook } from './report-workbook.ts';
import { renderShareCardPng } from './share-card-png.ts';
import { renderSamplePdf } from './sample-pdf.ts';

const renderer: DocumentRenderer = {
  renderSamplePdf,
  renderReportPdf,
  renderReportWorkbook,
  renderChartPng,
  renderShareCardPng,
  renderInvoice,
  renderCertificate,
};

async function handleRequest({ id, method, args }: RenderRequest): Promise<RenderResponse> {
  try {
    const render = renderer[method] as (...values: unknown[]) => Promise<unknown>;
    return { id, result: await render(...args) };
  } catch (error) {
    if (!(error instanceof Error)) return { id, error: { name: 'Error', message: String(error) } };
    const { name, message, stack } = error;
    return { id, error: { name, message, ...(stack ? { stack } : {}) } };
  }
}

parentPort?.on(
  'message',
  (request: RenderRequest) =>
    void handleRequest(request).then((response) => parentPort?.postMessage(response)),
);

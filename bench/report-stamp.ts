/**
 * `node bench/report-stamp.ts [runs]`: ms that the buyer's stamp on every page adds to rendering a
 * report as PDF, the best of five runs each. It should stay under a second.
 */
import { createDocumentRenderer } from '#adapters/documents/index.ts';
import type { Source } from '#core/catalogue/figures/figures.model.ts';
import { writeDemoReports } from '#demo/report-writer/demo-reports.ts';
import { toReportDocument } from '#demo/report-writer/report-inputs.ts';
import { createDemoFileReader } from '#demo/report-writer/read-demo-file.ts';

const runs = Number(process.argv[2] ?? 5);
const load = createDemoFileReader('db/demo');
const [report] = writeDemoReports(load);
if (!report) throw new Error('There is no demo report');
const document = toReportDocument(report, load('sources.json') as Source[], 'Crops');
const stamp = {
  buyer: 'Łukasz Żółć',
  company: 'Ωμέγα',
  licence: 'Single user',
  order: 'QI-000042',
  date: '2026-11-21',
};
const renderer = createDocumentRenderer();

async function measureBestMs(render: () => Promise<unknown>): Promise<number> {
  let bestMs = Infinity;
  for (let i = 0; i < runs; i++) {
    const before = performance.now();
    await render();
    bestMs = Math.min(bestMs, performance.now() - before);
  }
  return bestMs;
}

const plainMs = await measureBestMs(() => renderer.renderReportPdf(document));
const stampedMs = await measureBestMs(() => renderer.renderReportPdf(document, stamp));
console.log(
  `a report in ${Math.round(plainMs)} ms, stamped in ${Math.round(stampedMs)} ms: ` +
    `the stamp costs ${Math.round(stampedMs - plainMs)} ms`,
);

/**
 * Renders every demo report once and writes its number of pages to db/demo/pages.json, which the
 * store shows before a report is first sold.
 */
import { writeFileSync } from 'node:fs';
import { createDocumentRenderer } from '#adapters/documents/index.ts';
import { writeDemoReports } from '#demo/report-writer/demo-reports.ts';
import { toReportDocument } from '#demo/report-writer/report-inputs.ts';
import { createDemoFileReader } from '#demo/report-writer/read-demo-file.ts';
import { demoIndustries } from '#demo/report-writer/industries.ts';
import type { Source } from '#core/catalogue/figures/figures.model.ts';

const readDemoFile = createDemoFileReader('db/demo');
const sources = readDemoFile('sources.json') as Source[];
const documents = createDocumentRenderer();
const pageCounts: Record<string, number> = {};
for (const report of writeDemoReports(readDemoFile)) {
  const industry = demoIndustries.find(({ slug }) => slug === report.industrySlug)?.name ?? '';
  const document = toReportDocument(report, sources, industry);
  pageCounts[report.code] = (await documents.renderReportPdf(document)).pages;
}
writeFileSync(
  'db/demo/pages.json',
  `${JSON.stringify(pageCounts, null, 0).replaceAll(',', ',\n')}\n`,
);
const counts = Object.values(pageCounts);
console.log(`${counts.length} reports, ${Math.min(...counts)} to ${Math.max(...counts)} pages`);

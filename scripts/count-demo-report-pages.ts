/**
 * Renders every demo report once and writes its number of pages to db/demo/pages.json, which the
 * store shows before a report is first sold.
 */
import { writeFileSync } from 'node:fs';
import { createDocumentRenderer } from '#adapters/documents/index.ts';
import { writeDemoReports } from '#demo/report-writer/demo-reports.ts';
import { createDemoFileReader } from '#demo/report-writer/read-demo-file.ts';
import { demoIndustries } from '#demo/report-writer/industries.ts';
import type { Source } from '#core/catalogue/figures.model.ts';

const readDemoFile = createDemoFileReader('db/demo');
const sources = readDemoFile('sources.json') as Source[];
const documents = createDocumentRenderer();
const pageCounts: Record<string, number> = {};
for (const { code, industrySlug, publishedOn, text, figures } of writeDemoReports(readDemoFile)) {
  const industry = demoIndustries.find(({ slug }) => slug === industrySlug)?.name ?? '';
  const document = {
    publisher: 'Quillmark Insights',
    website: 'http://localhost:8080',
    code,
    industry,
    industrySlug,
    publishedOn,
    edition: 1,
    text,
    figures,
    sources: sources.filter(({ id }) =>
      [...figures.series, ...figures.rankings].some(({ source }) => source === id),
    ),
  };
  pageCounts[code] = (await documents.renderReportPdf(document)).pages;
}
writeFileSync(
  'db/demo/pages.json',
  `${JSON.stringify(pageCounts, null, 0).replaceAll(',', ',\n')}\n`,
);
const counts = Object.values(pageCounts);
console.log(`${counts.length} reports, ${Math.min(...counts)} to ${Math.max(...counts)} pages`);

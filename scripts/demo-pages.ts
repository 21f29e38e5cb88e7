/** Prints every demo report once and writes db/demo/pages.json, so that the store knows true page counts before the first sale. */
import { writeFileSync } from 'node:fs';
import { createPress } from '#adapters/press/index.ts';
import { demoReports } from '#demo/write/index.ts';
import { demoLoader } from '#demo/write/load.ts';
import { demoIndustryList } from '#demo/write/industries.ts';
import type { Source } from '#core/catalogue/figures.model.ts';

const load = demoLoader('db/demo');
const sources = load('sources.json') as Source[];
const press = createPress();
const pages: Record<string, number> = {};
for (const { code, industrySlug, publishedOn, text, figures } of demoReports(load)) {
  const industry = demoIndustryList.find(({ slug }) => slug === industrySlug)?.name ?? '';
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
  pages[code] = (await press.pdf(document)).pages;
}
writeFileSync('db/demo/pages.json', `${JSON.stringify(pages, null, 0).replaceAll(',', ',\n')}\n`);
const counts = Object.values(pages);
console.log(`${counts.length} reports, ${Math.min(...counts)} to ${Math.max(...counts)} pages`);

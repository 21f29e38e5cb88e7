/**
 * Makes the compact demo data from a folder of open data: `node db/demo/import-open-data.ts
 * <folder>`. See README.md beside it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js';
import type { Figures } from '#core/catalogue/figures.model.ts';
import { createBeaImporter } from './importers/bea-industry-output.ts';
import { validateCatalogue, validateFigures } from './importers/validate-figures.ts';
import { createCmsImporter } from './importers/cms-medicare-spending.ts';
import { createIeaImporter } from './importers/iea-electric-vehicles.ts';
import { createCommodityPriceImporter } from './importers/worldbank-commodity-prices.ts';
import { createPsdImporter } from './importers/usda-crop-production.ts';
import { readCsv, type FiguresImporter, type CatalogueRow } from './importers/importer.ts';
import { sources } from './importers/data-sources.ts';
import { createUsgsImporter } from './importers/usgs-minerals.ts';
import { createDevelopmentIndicatorImporter } from './importers/worldbank-development-indicators.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Give the folder of the open data.');
const demoFolder = import.meta.dirname;
const catalogueRows = readCsv<CatalogueRow>(folder, 'catalogue_proposal.csv');
const importers: Record<string, FiguresImporter> = {
  bea: createBeaImporter(folder),
  psd: createPsdImporter(folder),
  usgs: createUsgsImporter(folder),
  pink: createCommodityPriceImporter(folder),
  wdi: createDevelopmentIndicatorImporter(folder),
  iea: createIeaImporter(folder),
  cms: createCmsImporter(folder),
};
const slugify = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

mkdirSync(path.join(demoFolder, 'figures'), { recursive: true });
const industries = [...new Set(catalogueRows.map(({ industry }) => industry))];
const all: Figures[] = [];
for (const industry of industries) {
  const made = catalogueRows
    .filter((row) => row.industry === industry)
    .map((row): Figures => {
      const figures = importers[row.source]?.(row, catalogueRows);
      if (!figures) throw new Error(`No maker for ${row.source}`);
      validateFigures(figures);
      return figures;
    });
  all.push(...made);
  writeFileSync(
    path.join(demoFolder, 'figures', `${slugify(industry)}.json`),
    `[\n${made.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`,
  );
}
writeJsonList(
  'catalogue.json',
  catalogueRows.map(({ industry, source, key, subject }) => ({
    industry,
    slug: slugify(industry),
    key: `${source}:${key}`,
    subject,
  })),
);
writeJsonList('sources.json', sources);
const names = new Intl.DisplayNames('en', { type: 'region' });
writeJsonList(
  'countries.json',
  readCsv(folder, 'countries/country-codes.csv').flatMap((row) => {
    const iso2 = row['ISO3166-1-Alpha-2'] ?? '';
    return isSupportedCountry(iso2)
      ? [{ iso2, name: names.of(iso2) ?? iso2, phonecode: getCountryCallingCode(iso2) }]
      : [];
  }),
);

console.log(
  validateCatalogue(
    industries.flatMap((industry) => catalogueRows.filter((row) => row.industry === industry)),
    all,
    path.join(demoFolder, 'figures'),
  ),
);

function writeJsonList(name: string, list: readonly unknown[]): void {
  writeFileSync(
    path.join(demoFolder, name),
    `[\n${list.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`,
  );
}

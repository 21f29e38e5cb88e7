/**
 * Makes the compact demo data from a folder of open data: `node db/demo/import-open-data.ts
 * <folder>`. See README.md beside it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Figures } from '#core/catalogue/figures/figures.model.ts';
import { createBeaImporter } from './importers/bea-industry-output.ts';
import { createCmsImporter } from './importers/cms-medicare-spending.ts';
import { sources } from './importers/data-sources.ts';
import { createIeaImporter } from './importers/iea-electric-vehicles.ts';
import { readCsv, type CatalogueRow, type FiguresImporter } from './importers/importer.ts';
import { createPsdImporter } from './importers/usda-crop-production.ts';
import { createUsgsImporter } from './importers/usgs-minerals.ts';
import { validateCatalogue, validateFigures } from './importers/validate-figures.ts';
import { createCommodityPriceImporter } from './importers/worldbank-commodity-prices.ts';
import { createDevelopmentIndicatorImporter } from './importers/worldbank-development-indicators.ts';
import type { CatalogueLine } from './report-writer/demo-reports.ts';
import { slugify } from './report-writer/industries.ts';
import { importFromTool, installTool } from '../../scripts/support/install-tool.ts';

/** The part of libphonenumber-js that we use; it is a package of its own. */
type PhoneNumbers = {
  readonly isSupportedCountry: (iso2: string) => boolean;
  readonly getCountryCallingCode: (iso2: string) => string;
};

installTool('demo-data');
const { getCountryCallingCode, isSupportedCountry } = (await importFromTool(
  'demo-data',
  'libphonenumber-js',
)) as PhoneNumbers;

const folder = process.argv[2];
if (folder === undefined) throw new Error('Give the folder of the open data.');
const demoFolder = import.meta.dirname;
const importers: Readonly<Record<string, FiguresImporter>> = {
  bea: createBeaImporter(folder),
  psd: createPsdImporter(folder),
  usgs: createUsgsImporter(folder),
  pink: createCommodityPriceImporter(folder),
  wdi: createDevelopmentIndicatorImporter(folder),
  iea: createIeaImporter(folder),
  cms: createCmsImporter(folder),
};

const catalogueRows = readCsv<CatalogueRow>(folder, 'catalogue_proposal.csv');
const industries = [...new Set(catalogueRows.map(({ industry }) => industry))];
const rowsByIndustry = industries.flatMap((industry) => listRows(industry));

mkdirSync(path.join(demoFolder, 'figures'), { recursive: true });
const figuresList = industries.flatMap((industry) => importIndustry(industry));
writeJsonList('catalogue.json', listCatalogue());
writeJsonList('sources.json', sources);
writeJsonList('countries.json', listCountries(folder));
console.log(validateCatalogue(rowsByIndustry, figuresList, path.join(demoFolder, 'figures')));

function listRows(wantedIndustry: string): CatalogueRow[] {
  return catalogueRows.filter(({ industry }) => industry === wantedIndustry);
}

/** The industry's figures, which its file in figures/ holds afterwards. */
function importIndustry(industry: string): Figures[] {
  const industryFigures = listRows(industry).map((row): Figures => {
    const figures = importers[row.source]?.(row, catalogueRows);
    if (!figures) throw new Error(`No importer for ${row.source}`);
    validateFigures(figures);
    return figures;
  });
  writeJsonList(`figures/${slugify(industry)}.json`, industryFigures);
  return industryFigures;
}

/** A report that is in the catalogue already keeps its address. */
function listCatalogue(): object[] {
  const catalogue = readFileSync(path.join(demoFolder, 'catalogue.json'), 'utf8');
  const addresses = new Map(
    (JSON.parse(catalogue) as CatalogueLine[]).map(({ slug, key, address }) => [
      `${slug} ${key}`,
      address,
    ]),
  );
  return catalogueRows.map(({ industry, source, key, subject }): CatalogueLine => {
    const line = { industry, slug: slugify(industry), key: `${source}:${key}`, subject };
    const address = addresses.get(`${line.slug} ${line.key}`);
    return address === undefined ? line : { ...line, address };
  });
}

/** Countries with a calling code, by their English names. */
function listCountries(openDataFolder: string): object[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return readCsv(openDataFolder, 'countries/country-codes.csv').flatMap((row) => {
    const iso2 = row['ISO3166-1-Alpha-2'] ?? '';
    if (!isSupportedCountry(iso2)) return [];
    return [{ iso2, name: names.of(iso2) ?? iso2, phonecode: getCountryCallingCode(iso2) }];
  });
}

/** One entry a line, so that a change is readable in a diff. */
function writeJsonList(name: string, list: readonly unknown[]): void {
  writeFileSync(
    path.join(demoFolder, name),
    `[\n${list.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`,
  );
}

/** Makes the compact demo data from a folder of open data: `node db/demo/make.ts <folder>`. See README.md beside it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js';
import type { Figures } from '#core/catalogue/figures.model.ts';
import { fromBea } from './make/bea.ts';
import { checkAll, checkFigures } from './make/check.ts';
import { fromCms } from './make/cms.ts';
import { fromIea } from './make/iea.ts';
import { fromPink } from './make/pink.ts';
import { fromPsd } from './make/psd.ts';
import { readCsv, type Maker, type Row } from './make/read.ts';
import { sources } from './make/sources.ts';
import { fromUsgs } from './make/usgs.ts';
import { fromWdi } from './make/wdi.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Give the folder of the open data.');
const here = import.meta.dirname;
const rows = readCsv<Row>(folder, 'catalogue_proposal.csv');
const makers: Record<string, Maker> = {
  bea: fromBea(folder),
  psd: fromPsd(folder),
  usgs: fromUsgs(folder),
  pink: fromPink(folder),
  wdi: fromWdi(folder),
  iea: fromIea(folder),
  cms: fromCms(folder),
};
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

mkdirSync(path.join(here, 'figures'), { recursive: true });
const industries = [...new Set(rows.map(({ industry }) => industry))];
const all: Figures[] = [];
for (const industry of industries) {
  const made = rows
    .filter((row) => row.industry === industry)
    .map((row): Figures => {
      const figures = makers[row.source]?.(row, rows);
      if (!figures) throw new Error(`No maker for ${row.source}`);
      checkFigures(figures);
      return figures;
    });
  all.push(...made);
  writeFileSync(
    path.join(here, 'figures', `${slugOf(industry)}.json`),
    `[\n${made.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`,
  );
}
write(
  'catalogue.json',
  rows.map(({ industry, source, key, subject }) => ({
    industry,
    slug: slugOf(industry),
    key: `${source}:${key}`,
    subject,
  })),
);
write('sources.json', sources);
const names = new Intl.DisplayNames('en', { type: 'region' });
write(
  'countries.json',
  readCsv(folder, 'countries/country-codes.csv').flatMap((row) => {
    const iso2 = row['ISO3166-1-Alpha-2'] ?? '';
    return isSupportedCountry(iso2)
      ? [{ iso2, name: names.of(iso2) ?? iso2, phonecode: String(getCountryCallingCode(iso2)) }]
      : [];
  }),
);

console.log(
  checkAll(
    industries.flatMap((industry) => rows.filter((row) => row.industry === industry)),
    all,
    path.join(here, 'figures'),
  ),
);

function write(name: string, list: readonly unknown[]): void {
  writeFileSync(
    path.join(here, name),
    `[\n${list.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`,
  );
}

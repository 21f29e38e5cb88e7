import { readCsv } from '../importers/importer.ts';
import { normalizePlaceName } from '../importers/place-names.ts';
import type { DemoReport } from '../report-writer/demo-reports.ts';

const minPeople = 1e6;

/**
 * Places of fewer than a million people, by the World Bank's newest count, in rankings per head or
 * as a share.
 */
export function auditSmallPlaces(folder: string, reports: readonly DemoReport[]): string[] {
  const population = new Map<string, number>();
  for (const line of readCsv(folder, 'worldbank_wdi/sp.pop.totl/data.csv'))
    if (line['Value'] !== '')
      population.set(normalizePlaceName(line['Country Name'] ?? ''), Number(line['Value']));
  return reports.flatMap(({ figures }) =>
    figures.rankings
      .filter(({ measure, source }) => source === 'wdi' && /^(rate|share)$/.test(measure))
      .flatMap(({ label, rows }) =>
        rows
          .filter(({ name }) => !((population.get(name) ?? 0) >= minPeople))
          .map(({ name }) => `${name} has ${population.get(name)} people: "${label}"`),
      ),
  );
}

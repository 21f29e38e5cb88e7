import { readCsv } from '../importers/importer.ts';
import { normalizePlaceName } from '../importers/place-names.ts';
import { isSmallPlace } from '../report-writer/analysis/place-names.ts';
import type { DemoReport } from '../report-writer/demo-reports.ts';

const smallBelow = 1e6;

/**
 * Places in rankings per head or as a share whose population, by the World Bank's newest count, is
 * on the other side of a million than the list of small places says.
 */
export function auditSmallPlaces(folder: string, reports: readonly DemoReport[]): string[] {
  const population = new Map<string, number>();
  for (const line of readCsv(folder, 'worldbank_wdi/sp.pop.totl/data.csv'))
    if (line['Value'] !== '')
      population.set(normalizePlaceName(line['Country Name'] ?? ''), Number(line['Value']));
  const names = reports.flatMap(({ figures }) =>
    figures.rankings
      .filter(({ measure, source }) => source === 'wdi' && /^(rate|share)$/.test(measure))
      .flatMap(({ rows }) => rows.map(({ name }) => name)),
  );
  return [...new Set(names)].flatMap((name) => {
    const people = population.get(name);
    if (people === undefined) return [`no population is known of ${name}`];
    return people < smallBelow === isSmallPlace(name)
      ? []
      : [`${name} has ${people} people, and the list of small places says otherwise`];
  });
}

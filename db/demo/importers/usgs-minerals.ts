import { figuresKey, readCsv, type FiguresImporter } from './importer.ts';
import { buildUsSeries, type SalientLine } from './usgs-us-series.ts';
import { buildWorldRankings, type WorldLine } from './usgs-world-rankings.ts';
import { worldTableCode, worldTables } from './usgs-world-tables.ts';

/**
 * U.S. statistics 2018–2023, and world production and reserves by country, from the editions of
 * 2023 and 2024.
 */
export function createUsgsImporter(folder: string): FiguresImporter {
  const salientLines = readCsv<SalientLine>(folder, 'usgs_minerals/tidy_salient.csv');
  const worldLines = readCsv<WorldLine>(folder, 'usgs_minerals/tidy_world.csv');
  return (subject) => {
    const worldCode = worldTableCode(subject.key);
    const rankings = (worldTables[subject.key] ?? []).flatMap((table) =>
      buildWorldRankings(
        table,
        worldLines.filter(({ code, type }) => code === worldCode && table.types.test(type)),
      ),
    );
    return {
      key: figuresKey(subject),
      series: buildUsSeries(
        subject.key,
        salientLines.filter(({ code }) => code === subject.key),
      ),
      rankings: rankings.slice(0, 4),
    };
  };
}

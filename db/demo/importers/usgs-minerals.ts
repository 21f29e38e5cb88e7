import { figuresKey, readCsv, type FiguresImporter } from './importer.ts';
import { buildUsSeries, type SalientLine } from './usgs-us-series.ts';
import { buildWorldRankings, buildWorldSeries, type WorldLine } from './usgs-world-rankings.ts';
import { worldTableCode, worldTables } from './usgs-world-tables.ts';

/**
 * World production, U.S. statistics 2018–2023, and world production and reserves by country, from
 * the editions of 2023 and 2024. The world opens, where the Survey prints a world total.
 */
export function createUsgsImporter(folder: string): FiguresImporter {
  const salientLines = readCsv<SalientLine>(folder, 'usgs_minerals/tidy_salient.csv');
  const worldLines = readCsv<WorldLine>(folder, 'usgs_minerals/tidy_world.csv');
  return (subject) => {
    const worldCode = worldTableCode(subject.key);
    const tables = (worldTables[subject.key] ?? []).map((table) => ({
      table,
      lines: worldLines.filter(({ code, type }) => code === worldCode && table.types.test(type)),
    }));
    const rankings = tables.flatMap(({ table, lines }) => buildWorldRankings(table, lines));
    return {
      key: figuresKey(subject),
      series: [
        ...tables.slice(0, 1).flatMap(({ table, lines }) => buildWorldSeries(table, lines)),
        ...buildUsSeries(
          subject.key,
          salientLines.filter(({ code }) => code === subject.key),
        ),
      ],
      rankings: rankings.slice(0, 4),
    };
  };
}

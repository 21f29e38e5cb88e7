import type { Series } from '#core/catalogue/figures.model.ts';
import { normalizePlaceName } from './place-names.ts';
import {
  hasPoints,
  figuresKey,
  toPoints,
  readCsv,
  pickLargest,
  type FiguresImporter,
} from './importer.ts';

type Line = {
  region: string;
  category: string;
  parameter: string;
  mode: string;
  powertrain: string;
  year: string;
  unit: string;
  value: string;
};

const aggregates = new Set(['World', 'Europe', 'EU27', 'Rest of the world', 'Other Europe']);

/**
 * The world's total over modes, its parts, and the leading countries. Only history; placeholders
 * below one (Austria's 0.1 charging points) are no values.
 */
export function createIeaImporter(folder: string): FiguresImporter {
  const lines = readCsv<Line>(folder, 'ev_iea/IEA_Global_EV_Data_2024.csv').filter(
    ({ category, value }) => category === 'Historical' && Number(value) >= 1,
  );
  const total = (own: readonly Line[]): [number, number][] => {
    const sums = new Map<number, number>();
    for (const { year, value } of own)
      sums.set(Number(year), (sums.get(Number(year)) ?? 0) + Number(value));
    return toPoints(sums);
  };
  return (subject) => {
    const own = lines.filter(({ parameter }) => parameter === subject.key);
    const deps = own.filter(({ region }) => region === 'World');
    const unit = subject.key === 'EV charging points' ? 'charging points' : 'vehicles';
    const part = subject.key === 'EV charging points' ? 'powertrain' : 'mode';
    const base = { measure: 'volume', unit, place: 'World', source: 'iea' } as const;
    const parts = [...new Set(deps.map((line) => line[part]))].map((name, i): Series => ({
      ...base,
      id: `part-${i + 1}`,
      label: name,
      points: total(deps.filter((line) => line[part] === name)),
    }));
    const regions = [...new Set(own.map(({ region }) => region))].filter(
      (region) => !aggregates.has(region),
    );
    const at = (region: string, year: number): number =>
      total(own.filter((line) => line.region === region)).find(([one]) => one === year)?.[1] ?? 0;
    return {
      key: figuresKey(subject),
      series: [
        { ...base, id: 'world', label: subject.key, points: total(deps) },
        ...parts.filter(hasPoints),
      ],
      rankings: [
        {
          ...base,
          id: 'countries',
          label: `${subject.key} by country`,
          year: 2023,
          spanYears: 5,
          rows: pickLargest(
            regions.map((name) => ({
              name: normalizePlaceName(name),
              value: at(name, 2023),
              before: at(name, 2018),
            })),
          ),
          total: at('World', 2023),
          ...(part === 'mode'
            ? {
                note:
                  'Cars, vans, buses and trucks where the agency counts them; some countries ' +
                  'report cars alone.',
              }
            : {}),
        },
      ],
    };
  };
}

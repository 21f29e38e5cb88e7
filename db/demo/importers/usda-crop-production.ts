import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Series } from '#core/catalogue/figures.model.ts';
import { normalizePlaceName } from './place-names.ts';
import {
  hasPoints,
  figuresKey,
  toPoints,
  roundSignificant,
  pickLargest,
  type FiguresImporter,
} from './importer.ts';

type Commodity = {
  years: number[];
  year_provisional: number;
  year_projection: number;
  units: Record<string, string>;
  series: Record<string, Record<string, (number | null)[]>>;
};

const units: Readonly<Record<string, string>> = {
  '(1000 MT)': 'thousand tonnes',
  '(MT)': 'tonnes',
  '(1000 MT CWE)': 'thousand tonnes carcass weight',
  '1000 480 lb. Bales': 'thousand 480 lb bales',
  '(1000 60 KG BAGS)': 'thousand 60 kg bags',
  '(1000 HEAD)': 'thousand head',
  '(MT/HA)': 'tonnes per hectare',
  '(KG/HA)': 'kilograms per hectare',
  '(1000 HA)': 'thousand hectares',
};
const labels = {
  production: 'World production',
  yield: 'Average yield',
  area: 'Area harvested',
} as const;

/**
 * The first year from which the sum of reporting countries is comparable: after the last year in
 * which countries that began or ceased to report moved it by more than a fifth. A union's members
 * that give way to the union cancel out.
 */
function findFirstComparableYear(
  years: readonly number[],
  own: readonly (readonly (number | null)[])[],
): number {
  let from = years[0] ?? 0;
  for (let i = 1; i < years.length; i++) {
    const [was, is] = [
      own.map((values) => values[i - 1] ?? 0),
      own.map((values) => values[i] ?? 0),
    ];
    const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
    const net = sum(is.filter((_, at) => !was[at])) - sum(was.filter((_, at) => !is[at]));
    if (Math.abs(net) > 0.2 * Math.max(sum(was), sum(is))) from = years[i] ?? from;
  }
  return from;
}

/**
 * World production (the sum of reporting countries), yield and area where reported, and the leading
 * countries.
 */
export function createPsdImporter(folder: string): FiguresImporter {
  const index = JSON.parse(
    readFileSync(path.join(folder, 'agriculture_usda/index.json'), 'utf8'),
  ) as { entities: { code: string; name: string; kind: string }[] };
  const countries = new Map(
    index.entities.filter(({ kind }) => kind !== 'aggregate').map(({ code, name }) => [code, name]),
  );
  return (subject) => {
    const data = JSON.parse(
      readFileSync(path.join(folder, `agriculture_usda/commodity/${subject.key}.json`), 'utf8'),
    ) as Commodity;
    const deps = data.series['@World'] ?? {};
    const own = Object.entries(data.series)
      .filter(([code]) => !code.startsWith('@'))
      .flatMap(([, metrics]) => (metrics['production'] ? [metrics['production']] : []));
    const from = findFirstComparableYear(data.years, own);
    const cut =
      from > (data.years[0] ?? 0)
        ? ` Earlier years are left out, because too few countries report in them.`
        : '';
    const unit = (metric: string): string =>
      units[data.units[metric] ?? ''] ?? String(data.units[metric]);
    const series = (['production', 'yield', 'area'] as const)
      .map((metric): Series => ({
        id: metric,
        label: labels[metric],
        measure: metric === 'yield' ? 'rate' : 'volume',
        unit: unit(metric),
        place: 'World',
        source: 'psd',
        points: toPoints(
          data.years.map((year, i): [number, number | null] => [year, deps[metric]?.[i] || null]),
        ).filter(([year]) => year >= from),
        estimatedFrom: data.year_provisional,
        note:
          `The sum of the countries that report to the USDA; ${data.year_provisional} is ` +
          `provisional, ${data.year_projection} its projection.${cut}`,
      }))
      .filter(hasPoints);
    const year = data.year_projection - 1;
    const now = data.years.indexOf(year);
    const rows = Object.entries(data.series).flatMap(([code, metrics]) => {
      const name = countries.get(code);
      const values = metrics['production'];
      return name && values
        ? [
            {
              name: normalizePlaceName(name),
              value: values[now] ?? 0,
              before: values[now - 10] ?? undefined,
            },
          ]
        : [];
    });
    return {
      key: figuresKey(subject),
      series,
      rankings: [
        {
          id: 'countries',
          label: 'Production by country',
          measure: 'volume',
          unit: unit('production'),
          year,
          spanYears: 10,
          source: 'psd',
          rows: pickLargest(rows),
          total: roundSignificant(deps['production']?.[now] ?? 0),
        },
      ],
    };
  };
}

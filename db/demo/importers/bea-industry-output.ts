import type { Ranking, Series } from '#core/catalogue/figures/figures.model.ts';
import { buildMarketRankings, readSupplyAndUse } from './bea-supply-and-use.ts';
import {
  figuresKey,
  toPoints,
  readCsv,
  roundSignificant,
  pickLargest,
  type CatalogueRow,
  type FiguresImporter,
} from './importer.ts';

type Row = Record<string, string>;

const common = { place: 'United States', source: 'bea' } as const;
const readYear = (row: Row, year: number): number => Number(row[String(year)] ?? NaN);

/**
 * U.S. gross output, its price index, and real output as their quotient; the market and the supply
 * of 2017 if the tables have them; and a ranking of the industries of the same group.
 */
export function createBeaImporter(folder: string): FiguresImporter {
  const outputs = readCsv(folder, 'bea_industry/detail_gross_output_1997_2023_musd.csv');
  const prices = readCsv(folder, 'bea_industry/detail_price_index_1997_2023_2017eq100.csv');
  const supplyAndUse = readSupplyAndUse(folder);
  const groups = new Map(
    readCsv(folder, 'classifications/NAICS_to_BEA_Crosswalk_2017.csv').map((row) => [
      row['BEA_2017_Detail_Code'],
      row['BEA_2017_Summary_Code'],
    ]),
  );
  const years = Object.keys(outputs[0] ?? {})
    .filter((name) => /^\d{4}$/.test(name))
    .map(Number);
  return (subject, catalogueRows) => {
    const output = outputs.find((row) => row['bea_code'] === subject.key);
    const price = prices.find((row) => row['bea_code'] === subject.key);
    if (!output || !price) throw new Error(`BEA has no industry ${subject.key}`);
    const group = groups.get(subject.key);
    const sameGroup = outputs.filter(
      (row) => group !== undefined && groups.get(row['bea_code']) === group,
    );
    return {
      key: figuresKey(subject),
      series: buildOutputSeries(years, output, price),
      rankings: [
        ...buildMarketRankings(supplyAndUse, subject.key, readYear(output, 2017)),
        sameGroup.length >= 3
          ? buildPeerRanking('Gross output of the industries of the same group', sameGroup)
          : buildPeerRanking(
              'Gross output of neighbouring industries',
              findNeighbours(outputs, subject, catalogueRows),
            ),
      ],
    };
  };
}

/** The subjects of the same industry of our catalogue. */
const findNeighbours = (
  outputs: readonly Row[],
  subject: CatalogueRow,
  catalogueRows: readonly CatalogueRow[],
): Row[] =>
  outputs.filter((row) =>
    catalogueRows.some(
      ({ source, industry, key }) =>
        source === 'bea' && industry === subject.industry && key === row['bea_code'],
    ),
  );

const buildOutputSeries = (years: readonly number[], output: Row, price: Row): Series[] => [
  {
    id: 'output',
    label: 'Gross output',
    measure: 'value',
    unit: 'USD million',
    ...common,
    points: toPoints(years.map((year) => [year, readYear(output, year)])),
  },
  {
    id: 'price',
    label: 'Price index of output',
    measure: 'index',
    unit: '2017 = 100',
    ...common,
    points: toPoints(years.map((year) => [year, readYear(price, year)])),
  },
  {
    id: 'real',
    label: 'Real output (computed)',
    measure: 'volume',
    unit: 'million 2017 dollars',
    ...common,
    points: toPoints(
      years.map((year) => [
        year,
        roundSignificant((readYear(output, year) / readYear(price, year)) * 100),
      ]),
    ),
    note: 'Our calculation: gross output divided by the price index of output.',
  },
];

const buildPeerRanking = (label: string, peers: readonly Row[]): Ranking => ({
  id: 'peers',
  label,
  measure: 'value',
  unit: 'USD million',
  year: 2023,
  spanYears: 10,
  source: 'bea',
  rows: pickLargest(
    peers.map((row) => ({
      name: String(row['industry_name']).trim(),
      value: readYear(row, 2023),
      before: readYear(row, 2013),
    })),
  ),
  total: roundSignificant(peers.reduce((sum, row) => sum + readYear(row, 2023), 0)),
});

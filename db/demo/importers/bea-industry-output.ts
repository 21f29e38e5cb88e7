import {
  figuresKey,
  toPoints,
  readCsv,
  roundSignificant,
  pickLargest,
  type FiguresImporter,
} from './importer.ts';

/**
 * U.S. gross output, its price index, and real output as their quotient; beside it the other
 * subjects of the same summary group.
 */
export function createBeaImporter(folder: string): FiguresImporter {
  const output = readCsv(folder, 'bea_industry/detail_gross_output_1997_2023_musd.csv');
  const prices = readCsv(folder, 'bea_industry/detail_price_index_1997_2023_2017eq100.csv');
  const groups = new Map(
    readCsv(folder, 'classifications/NAICS_to_BEA_Crosswalk_2017.csv').map((row) => [
      row['BEA_2017_Detail_Code'],
      row['BEA_2017_Summary_Code'],
    ]),
  );
  const years = Object.keys(output[0] ?? {})
    .filter((name) => /^\d{4}$/.test(name))
    .map(Number);
  const at = (row: Record<string, string> | undefined, year: number): number =>
    Number(row?.[String(year)] ?? NaN);
  return (subject, all) => {
    const mine = output.find((row) => row['bea_code'] === subject.key);
    const price = prices.find((row) => row['bea_code'] === subject.key);
    if (!mine || !price) throw new Error(`BEA has no industry ${subject.key}`);
    const group = groups.get(subject.key);
    const sameGroup = output.filter(
      (row) => group !== undefined && groups.get(row['bea_code']) === group,
    );
    const shelf = output.filter((row) =>
      all.some(
        (other) =>
          other.source === 'bea' &&
          other.industry === subject.industry &&
          other.key === row['bea_code'],
      ),
    );
    const peers = sameGroup.length >= 3 ? sameGroup : shelf;
    const common = { place: 'United States', source: 'bea' } as const;
    return {
      key: figuresKey(subject),
      series: [
        {
          id: 'output',
          label: 'Gross output',
          measure: 'value',
          unit: 'USD million',
          ...common,
          points: toPoints(years.map((year) => [year, at(mine, year)])),
        },
        {
          id: 'price',
          label: 'Price index of output',
          measure: 'index',
          unit: '2017 = 100',
          ...common,
          points: toPoints(years.map((year) => [year, at(price, year)])),
        },
        {
          id: 'real',
          label: 'Real output (computed)',
          measure: 'volume',
          unit: 'million 2017 dollars',
          ...common,
          points: toPoints(
            years.map((year) => [year, roundSignificant((at(mine, year) / at(price, year)) * 100)]),
          ),
          note: 'Our calculation: gross output divided by the price index of output.',
        },
      ],
      rankings: [
        {
          id: 'peers',
          label:
            peers === sameGroup
              ? 'Gross output of the industries of the same group'
              : 'Gross output of neighbouring industries',
          measure: 'value',
          unit: 'USD million',
          year: 2023,
          spanYears: 10,
          source: 'bea',
          rows: pickLargest(
            peers.map((row) => ({
              name: String(row['industry_name']).trim(),
              value: at(row, 2023),
              before: at(row, 2013),
            })),
          ),
          total: roundSignificant(peers.reduce((sum, row) => sum + at(row, 2023), 0)),
        },
      ],
    };
  };
}

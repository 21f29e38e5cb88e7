import {
  figuresKey,
  toPoints,
  readCsv,
  roundSignificant,
  pickLargest,
  type FiguresImporter,
} from './importer.ts';

type Column = 'Total Spending' | 'Total Claims' | 'Total Beneficiaries';
type Line = { 'Brand Name': string; Year: string; 'Generic Name': string } & Record<Column, string>;

const years = [2013, 2014, 2015, 2016, 2017];
/**
 * Brands that this copy lists in one year only though they were sold in all: with them, the sum
 * would leap for no reason.
 */
const incompleteBrands = new Set(['Enbrel Sureclick']);

/**
 * Gross Medicare Part D spending on one active ingredient, all its brands together, 2013 to 2017.
 */
export function createCmsImporter(folder: string): FiguresImporter {
  const lines = readCsv<Line>(folder, 'pharma_cms/medicare_part_d_brand_2013_2017.csv');
  return (subject) => {
    const all = lines.filter((line) => line['Generic Name'] === subject.key);
    const own = all.filter((line) => !incompleteBrands.has(line['Brand Name']));
    const left = [
      ...new Set(all.filter((line) => !own.includes(line)).map((line) => line['Brand Name'])),
    ];
    const note =
      left.length > 0
        ? `Without ${left.join(', ')}, which the source lists for 2017 only; the ranking has it.`
        : '';
    const brands = [...new Set(all.map((line) => line['Brand Name']))];
    const sum = (some: readonly Line[], column: Column, year: number): number =>
      some
        .filter(({ Year }) => Number(Year) === year)
        .reduce((total, line) => total + (Number(line[column]) || 0), 0);
    const series = (
      id: string,
      label: string,
      measure: 'value' | 'volume' | 'price',
      unit: string,
      value: (year: number) => number,
      more = '',
    ) =>
      ({
        id,
        label,
        measure,
        unit,
        place: 'United States',
        source: 'cms',
        points: toPoints(years.map((year) => [year, value(year)])),
        ...(note || more ? { note: [more, note].filter(Boolean).join(' ') } : {}),
      }) as const;
    const spending = (name: string, year: number): number =>
      sum(
        all.filter((line) => line['Brand Name'] === name),
        'Total Spending',
        year,
      ) / 1e6;
    return {
      key: figuresKey(subject),
      series: [
        series(
          'spending',
          'Medicare Part D gross spending',
          'value',
          'USD million',
          (year) => sum(own, 'Total Spending', year) / 1e6,
        ),
        series('claims', 'Claims', 'volume', 'claims', (year) => sum(own, 'Total Claims', year)),
        series(
          'per-claim',
          'Spending per claim (computed)',
          'price',
          'USD per claim',
          (year) =>
            roundSignificant(sum(own, 'Total Spending', year) / sum(own, 'Total Claims', year)),
          'Our calculation: spending divided by claims.',
        ),
        // One person may use several brands, so that only the counts of a single brand are a count
        // of people.
        ...(brands.length === 1
          ? [
              series('beneficiaries', 'Beneficiaries', 'volume', 'beneficiaries', (year) =>
                sum(own, 'Total Beneficiaries', year),
              ),
            ]
          : []),
      ],
      rankings:
        brands.length < 2
          ? []
          : [
              {
                id: 'brands',
                label: 'Spending by brand',
                measure: 'value',
                unit: 'USD million',
                year: 2017,
                spanYears: 4,
                source: 'cms',
                rows: pickLargest(
                  brands.map((name) => ({
                    name,
                    value: spending(name, 2017),
                    before: spending(name, 2013),
                  })),
                ),
                total: roundSignificant(sum(all, 'Total Spending', 2017) / 1e6),
              },
            ],
    };
  };
}
